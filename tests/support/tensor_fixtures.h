// Hand-made tensor files, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensors/tensor.h"
#include "tests/support/error_of.h"

namespace pto::test {

struct ZipFixture {
    struct Entry {
        std::string name;
        std::string data;
        uint16_t method = 0;
        uint16_t flags = 0;
    };
    std::vector<Entry> entries;
    bool zip64 = false;   // sizes and offsets only in the extra fields
    size_t padding = 0;   // extra bytes in each local header, as torch aligns data
    std::string comment;  // after the end record
};
std::string ZipBytes(const ZipFixture& zip);

// Pickle protocol 2 as torch.save writes it, from its pieces.
struct TorchFixture {
    std::string rebuild = "torch._utils\n_rebuild_tensor_v2\n";
    std::string storage = "torch\nFloatStorage\n";
    std::string dtype;  // of _rebuild_tensor_v3: "torch\nuint16\n"
    int64_t count = 0;  // elements of the storage
    int64_t offset = 0;
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    std::string data;
    std::string byteorder = "little";  // empty: no such entry
    bool parameter = false;
    ZipFixture zip;  // options; entries are filled in
};
std::string PickleInteger(int64_t value);
std::string PickleTuple(const std::vector<int64_t>& values);
std::string TorchPickle(const TorchFixture& fixture);
std::string TorchBytes(TorchFixture fixture);
// What torch.save would write for a dense fp32 tensor.
std::string TorchBytes(const std::vector<int64_t>& shape, const std::vector<float>& values);
// ... for any tensor of a type that has a storage class of its own.
std::string TorchBytes(const Tensor& tensor);

Tensor FloatTensor(const std::string& name, std::vector<int64_t> shape, const std::vector<float>& values);
std::vector<double> Values(const Tensor& tensor);

}  // namespace pto::test
