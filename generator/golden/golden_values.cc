#include "generator/golden/golden_values.h"

#include <cstring>
#include <optional>
#include <utility>

#include "generator/python/python_source.h"
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

void CheckThere(const GoldenSource& source, const GoldenInput& input, const FileSystem& files) {
    if (IsFile(files, input.value.path)) return;
    throw Error(ErrorKind::kInput, Place{source.file, input.value.line, 0, {}},
                Quoted(input.value.path) + " does not exist", "restore the file or compile the program again");
}

}  // namespace

std::vector<Tensor> LoadTorchFiles(const std::vector<std::string>& paths, const FileSystem& files,
                                   const ForeignReader& foreign) {
    std::vector<Tensor> tensors(paths.size());
    std::vector<std::string> others;
    std::optional<Error> first;
    for (size_t i = 0; i < paths.size(); ++i) {
        try {
            tensors[i] = ReadTorchFile(files, paths[i]);
        } catch (const Error& error) {
            if (!foreign || error.kind() != ErrorKind::kInput) throw;
            if (!first) first = error;
            others.push_back(paths[i]);
        }
    }
    if (!first) return tensors;
    std::vector<Tensor> read = foreign(others, *first);
    size_t next = 0;
    for (size_t i = 0; i < paths.size() && next < others.size(); ++i) {
        if (paths[i] == others[next]) tensors[i] = std::move(read[next++]);
    }
    return tensors;
}

GoldenInputs LoadDataFileInputs(const GoldenSource& source, const FileSystem& files, const ForeignReader& foreign) {
    GoldenInputs inputs;
    for (const GoldenInput& input : *source.inputs) {
        if (input.value.kind == GoldenValue::Kind::kScalar) inputs.scalars.push_back(input.name);
        if (input.value.kind != GoldenValue::Kind::kFile) continue;
        CheckThere(source, input, files);
        inputs.reads.push_back(input.value.path);
    }
    std::vector<Tensor> loaded = LoadTorchFiles(inputs.reads, files, foreign);
    size_t next = 0;
    for (const GoldenInput& input : *source.inputs) {
        const bool from_file = input.value.kind == GoldenValue::Kind::kFile;
        inputs.tensors.push_back(from_file ? std::move(loaded[next++]) : FilledTensor(input));
        inputs.tensors.back().name = input.name;
    }
    return inputs;
}

std::vector<std::string> DataOutFiles(const GoldenSource& source) {
    std::vector<std::string> paths;
    if (!source.outputs) return paths;
    for (const std::string& name : *source.outputs) paths.push_back(source.data_dir + "/out/" + name + ".pt");
    return paths;
}

std::vector<Tensor> LoadDataOut(const GoldenSource& source, const FileSystem& files, const ForeignReader& foreign) {
    std::vector<Tensor> tensors = LoadTorchFiles(DataOutFiles(source), files, foreign);
    for (size_t i = 0; i < tensors.size(); ++i) tensors[i].name = (*source.outputs)[i];
    return tensors;
}

}  // namespace pto::gen
