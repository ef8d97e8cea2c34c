#include "tests/support/tensor_fixtures.h"

#include <cstdlib>
#include <cstring>

namespace pto::test {
namespace {

std::string Little(uint64_t value, int width) {
    std::string bytes;
    for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return bytes;
}

int64_t DenseCount(const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    return count;
}

std::vector<int64_t> DenseStrides(const std::vector<int64_t>& shape) {
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return strides;
}

std::string PickleText(const std::string& text) {
    return "X" + Little(text.size(), 4) + text;
}

}  // namespace

std::string ZipBytes(const ZipFixture& zip) {
    constexpr uint64_t kIn64 = 0xffffffff;
    std::string bytes;
    std::string directory;
    for (const ZipFixture::Entry& entry : zip.entries) {
        const uint64_t offset = bytes.size();
        const uint64_t size = entry.data.size();
        const std::string extra64 =
            Little(1, 2) + Little(24, 2) + Little(size, 8) + Little(size, 8) + Little(offset, 8);
        const std::string padding(zip.padding, 'Z');
        bytes += Little(0x04034b50, 4) + std::string(2, '\0') + Little(entry.flags, 2) + Little(entry.method, 2) +
                 std::string(16, '\0') + Little(entry.name.size(), 2) + Little(padding.size(), 2) + entry.name +
                 padding + entry.data;
        directory += Little(0x02014b50, 4) + std::string(4, '\0') + Little(entry.flags, 2) + Little(entry.method, 2) +
                     std::string(8, '\0') + Little(zip.zip64 ? kIn64 : size, 4) + Little(zip.zip64 ? kIn64 : size, 4) +
                     Little(entry.name.size(), 2) + Little(zip.zip64 ? extra64.size() : 0, 2) + std::string(10, '\0') +
                     Little(zip.zip64 ? kIn64 : offset, 4) + entry.name + (zip.zip64 ? extra64 : "");
    }
    const uint64_t start = bytes.size();
    const uint64_t count = zip.entries.size();
    bytes += directory;
    if (zip.zip64) {
        const uint64_t end64 = bytes.size();
        bytes += Little(0x06064b50, 4) + Little(44, 8) + std::string(12, '\0') + Little(count, 8) + Little(count, 8) +
                 Little(directory.size(), 8) + Little(start, 8);
        bytes += Little(0x07064b50, 4) + Little(0, 4) + Little(end64, 8) + Little(1, 4);
    }
    bytes += Little(0x06054b50, 4) + Little(0, 4) + Little(count, 2) + Little(count, 2) + Little(directory.size(), 4) +
             Little(zip.zip64 ? kIn64 : start, 4) + Little(zip.comment.size(), 2) + zip.comment;
    return bytes;
}

std::string PickleInteger(int64_t value) {
    if (value >= 0 && value < 256) return "K" + Little(static_cast<uint64_t>(value), 1);
    if (value >= 0 && value < 65536) return "M" + Little(static_cast<uint64_t>(value), 2);
    if (value >= INT32_MIN && value <= INT32_MAX) return "J" + Little(static_cast<uint64_t>(value), 4);
    return "\x8a\x08" + Little(static_cast<uint64_t>(value), 8);
}

std::string PickleTuple(const std::vector<int64_t>& values) {
    std::string items;
    for (const int64_t value : values) items += PickleInteger(value);
    if (values.empty()) return ")";
    if (values.size() == 1) return items + "\x85";
    if (values.size() == 2) return items + "\x86";
    if (values.size() == 3) return items + "\x87";
    return "(" + items + "t";
}

std::string TorchPickle(const TorchFixture& fixture) {
    const std::string hooks = "ccollections\nOrderedDict\n)R";
    std::string tensor = "c" + fixture.rebuild + "q\x01((" + PickleText("storage") + "c" + fixture.storage +
                         PickleText("0") + PickleText("cpu") + PickleInteger(fixture.count) + "tQ" +
                         PickleInteger(fixture.offset) + PickleTuple(fixture.shape) + PickleTuple(fixture.strides) +
                         "\x89" + hooks;
    if (!fixture.dtype.empty()) tensor += "c" + fixture.dtype;
    tensor += "tR";
    if (fixture.parameter) tensor = "ctorch._utils\n_rebuild_parameter\n(" + tensor + "\x88" + hooks + "tR";
    return "\x80\x02" + tensor + ".";
}

std::string TorchBytes(TorchFixture fixture) {
    ZipFixture& zip = fixture.zip;
    zip.entries.push_back({"x/data.pkl", TorchPickle(fixture)});
    if (!fixture.byteorder.empty()) zip.entries.push_back({"x/byteorder", fixture.byteorder});
    zip.entries.push_back({"x/data/0", fixture.data});
    zip.entries.push_back({"x/version", "3\n"});
    return ZipBytes(zip);
}

std::string TorchBytes(const std::vector<int64_t>& shape, const std::vector<float>& values) {
    return TorchBytes(FloatTensor("", shape, values));
}

std::string TorchBytes(const Tensor& tensor) {
    struct Storage {
        const char* dtype;
        const char* name;
    };
    constexpr Storage kStorages[] = {
        {"fp32", "FloatStorage"}, {"fp64", "DoubleStorage"}, {"fp16", "HalfStorage"},   {"bfloat16", "BFloat16Storage"},
        {"int64", "LongStorage"}, {"int32", "IntStorage"},   {"int16", "ShortStorage"}, {"int8", "CharStorage"},
        {"uint8", "ByteStorage"}, {"bool", "BoolStorage"}};
    TorchFixture fixture;
    for (const Storage& storage : kStorages) {
        if (tensor.dtype->name == storage.dtype) fixture.storage = std::string("torch\n") + storage.name + "\n";
    }
    fixture.shape = tensor.shape;
    fixture.strides = DenseStrides(tensor.shape);
    fixture.count = DenseCount(tensor.shape);
    fixture.data = tensor.bytes.view();
    return TorchBytes(std::move(fixture));
}

Tensor FloatTensor(const std::string& name, std::vector<int64_t> shape, const std::vector<float>& values) {
    Tensor tensor = MakeTensor(name, *FindDType("fp32"), std::move(shape));
    if (tensor.bytes.size() != values.size() * sizeof(float)) std::abort();
    if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
}

std::vector<double> Values(const Tensor& tensor) {
    std::vector<double> values;
    const auto size = static_cast<size_t>(tensor.dtype->bits / 8);
    for (size_t at = 0; at < tensor.bytes.size(); at += size) {
        values.push_back(LoadAsDouble(*tensor.dtype, tensor.bytes.data() + at));
    }
    return values;
}

}  // namespace pto::test
