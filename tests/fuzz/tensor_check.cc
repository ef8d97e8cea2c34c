#include <functional>

#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tensors/torch_file.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

bool SameTensor(const Tensor& a, const Tensor& b) {
    return a.dtype == b.dtype && a.shape == b.shape && a.bytes.view() == b.bytes.view();
}

std::string SizeProblem(const Tensor& tensor) {
    if (tensor.dtype == nullptr) return "accepted a tensor without a type";
    return tensor.bytes.size() == DenseBytes(*tensor.dtype, tensor.shape) ? "" : "accepted a tensor of another size";
}

std::string Refused(const std::function<std::string()>& read) {
    try {
        return read();
    } catch (const Error& error) {
        return error.place().file == "file" ? RefusalProblem(error) : "a refusal of another file";
    }
}

}  // namespace

std::string CheckSafetensors(std::string_view input) {
    return Refused([input]() -> std::string {
        const SafetensorsFile file = ParseSafetensors(input, "file");
        for (const Tensor& tensor : file.tensors) {
            if (const std::string problem = SizeProblem(tensor); !problem.empty()) return problem;
        }
        const SafetensorsFile again = ParseSafetensors(SafetensorsBytes(file.tensors, file.metadata), "file");
        for (const Tensor& tensor : file.tensors) {
            const Tensor* same = FindTensor(again.tensors, tensor.name);
            if (same == nullptr || !SameTensor(*same, tensor))
                return "a tensor is another one when it is written again";
        }
        return again.metadata == file.metadata ? "" : "the metadata are others when they are written again";
    });
}

std::string CheckNpy(std::string_view input) {
    return Refused([input]() -> std::string {
        const Tensor tensor = ParseNpy(input, "file");
        if (const std::string problem = SizeProblem(tensor); !problem.empty()) return problem;
        return SameTensor(ParseNpy(NpyBytes(tensor), "file"), tensor) ? "" : "another array when it is written again";
    });
}

std::string CheckTorch(std::string_view input) {
    return Refused([input] { return SizeProblem(ParseTorchFile(input, "file")); });
}

}  // namespace pto::fuzz
