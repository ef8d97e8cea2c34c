#include "generator/golden/golden_values.h"

#include <cstring>
#include <utility>

#include "base/error.h"
#include "tensors/torch_file.h"

namespace pto::gen {
namespace {

void Store(const PyNumber& number, const DType& dtype, uint8_t* element) {
    if (dtype.form != HostForm::kSigned && dtype.form != HostForm::kUnsigned) {
        StoreFromDouble(dtype, number.value, element);
        return;
    }
    // Through 64 bits, since a double does not hold all of them; the host is little-endian as its files are.
    const uint64_t bits = number.negative ? 0 - number.magnitude : number.magnitude;
    std::memcpy(element, &bits, static_cast<size_t>(dtype.bits / 8));
}

Tensor FilledTensor(const GoldenInput& input) {
    const GoldenValue& value = input.value;
    Tensor tensor = MakeTensor(input.name, *value.dtype, value.shape);
    const auto size = static_cast<size_t>(value.dtype->bits / 8);
    const size_t count = tensor.bytes.size() / size;
    uint8_t* out = tensor.bytes.data();
    switch (value.kind) {
        case GoldenValue::Kind::kFilled:
            // It is zero already, but not minus zero.
            if (value.numbers[0].value == 0 && !value.numbers[0].negative) break;
            for (size_t i = 0; i < count; ++i) Store(value.numbers[0], *value.dtype, out + i * size);
            break;
        case GoldenValue::Kind::kIdentity: {
            const auto side = static_cast<size_t>(value.shape[0]);
            for (size_t i = 0; i < side; ++i)
                Store({true, false, 1, 1.0, false}, *value.dtype, out + i * (side + 1) * size);
            break;
        }
        case GoldenValue::Kind::kListed:
        case GoldenValue::Kind::kScalar:
            for (size_t i = 0; i < count; ++i) Store(value.numbers[i], *value.dtype, out + i * size);
            break;
        case GoldenValue::Kind::kFile:
            break;
    }
    return tensor;
}

Tensor LoadedTensor(const GoldenSource& source, const GoldenInput& input, const FileSystem& files) {
    if (!IsFile(files, input.value.path)) {
        throw Error(ErrorKind::kInput, Place{source.file, input.value.line, 0, {}},
                    "'" + input.value.path + "' does not exist", "restore the file or compile the program again");
    }
    Tensor tensor = ReadTorchFile(files, input.value.path);
    tensor.name = input.name;
    return tensor;
}

}  // namespace

GoldenInputs LoadDataFileInputs(const GoldenSource& source, const FileSystem& files) {
    GoldenInputs inputs;
    for (const GoldenInput& input : *source.inputs) {
        const bool from_file = input.value.kind == GoldenValue::Kind::kFile;
        inputs.tensors.push_back(from_file ? LoadedTensor(source, input, files) : FilledTensor(input));
        if (from_file) inputs.reads.push_back(input.value.path);
        if (input.value.kind == GoldenValue::Kind::kScalar) inputs.scalars.push_back(input.name);
    }
    return inputs;
}

std::vector<std::string> DataOutFiles(const GoldenSource& source) {
    std::vector<std::string> paths;
    if (!source.outputs) return paths;
    for (const std::string& name : *source.outputs) paths.push_back(source.data_dir + "/out/" + name + ".pt");
    return paths;
}

std::vector<Tensor> LoadDataOut(const GoldenSource& source, const FileSystem& files) {
    std::vector<Tensor> tensors;
    const std::vector<std::string> paths = DataOutFiles(source);
    for (size_t i = 0; i < paths.size(); ++i) {
        tensors.push_back(ReadTorchFile(files, paths[i]));
        tensors.back().name = (*source.outputs)[i];
    }
    return tensors;
}

}  // namespace pto::gen
