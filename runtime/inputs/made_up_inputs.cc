#include "runtime/inputs/made_up_inputs.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runtime/core/random_values.h"
#include "runtime/core/runnable.h"
#include "runtime/core/scalar.h"
#include "runtime/inputs/input_binding.h"

namespace pto::run {
namespace {

[[noreturn]] void WrongShape(const Param& param, const std::vector<int64_t>& given) {
    throw Error(ErrorKind::kUsage, "--shape " + param.name + ": " + ShapeText(given) + BlocksText(param, given) +
                                       " does not fit parameter " + ParamTypeText(param));
}

// Of what is allocated for an NZ parameter: `blocked` is its shape in blocks without dynamic sizes.
std::vector<int64_t> CallersShape(const Param& param, std::vector<int64_t> blocked) {
    std::optional<std::vector<int64_t>> logical = LogicalNzShape(*param.shape, blocked, *param.dtype);
    return logical ? *std::move(logical) : blocked;
}

// The sizes that were given; those of the sidecar were looked at when the build was generated.
void CheckSize(const Param& param, const std::vector<int64_t>& shape, const std::string& flag) {
    try {
        DenseBytes(*param.dtype, shape);
    } catch (const Error&) {
        throw Error(ErrorKind::kUsage,
                    flag + ": parameter '" + param.name + "' would be " + std::string(param.dtype->name) + " " +
                        ShapeText(shape) + ", expected a tensor that fits into memory",
                    "give a smaller size");
    }
}

Tensor Allocate(const Param& param, const std::vector<int64_t>& shape) try {
    return MakeTensor(param.name, *param.dtype, shape);
} catch (const std::bad_alloc&) {
    throw Error(ErrorKind::kToolchain,
                "parameter '" + param.name + "' is " + std::string(param.dtype->name) + " " + ShapeText(shape) +
                    ", and there is no memory for its " + std::to_string(DenseBytes(*param.dtype, shape)) + " bytes",
                "run where there is more, or with smaller dynamic sizes");
}

Argument MadeUpTensor(const std::string& sidecar, const Param& param, size_t position, const InputOptions& options,
                      std::set<std::string>& assumed) {
    std::vector<int64_t> shape = AllocatedShape(param, options, assumed);
    if (param.direction == Direction::kOut) {
        return {param.name, param.direction, false, param.dtype, 0, AllocateOutput(sidecar, param, shape)};
    }
    if (param.dtype->form == HostForm::kNone) {
        ThrowInput(
            sidecar,
            "input '" + param.name + "' is " + std::string(param.dtype->name) + ", whose values cannot be made up",
            "give them with --inputs FILE.safetensors");
    }
    Tensor tensor = Allocate(param, shape);
    FillRandom(tensor, options.seed, position);
    return {param.name, param.direction, false, param.dtype, 0, std::move(tensor)};
}

std::vector<std::string> AssumptionNotes(const std::set<std::string>& assumed) {
    if (assumed.empty()) return {};
    const std::vector<std::string> names(assumed.begin(), assumed.end());
    return {"dynamic dimensions of " + QuotedList(names) + " taken as 1; --dynamic N or --shape NAME=AxB sets them"};
}

}  // namespace

Argument ScalarArgument(const std::string& sidecar, const Param& param, const InputOptions& options) {
    if (!CanBeScalar(*param.dtype)) {
        ThrowInput(sidecar,
                   "scalar parameter '" + param.name + "' is " + std::string(param.dtype->name) +
                       ", which cannot be passed by value",
                   "make it a tensor in the program, or recompile it with ir.compile()");
    }
    const auto given = options.scalars.find(param.name);
    if (given == options.scalars.end()) {
        ThrowInput(sidecar,
                   "scalar parameter '" + param.name + "' (" + std::string(param.dtype->name) + ") has no value",
                   "give one with --scalar " + param.name + "=VALUE");
    }
    const std::optional<uint64_t> slot = ScalarFromText(*param.dtype, given->second);
    if (!slot) {
        throw Error(ErrorKind::kUsage, "--scalar " + param.name + ": '" + given->second + "' is not " +
                                           std::string(param.dtype->name) + ", expected " +
                                           ScalarExpectation(*param.dtype));
    }
    return Argument{param.name, Direction::kIn, true, param.dtype, *slot, {}};
}

std::vector<int64_t> AllocatedShape(const Param& param, const InputOptions& options, std::set<std::string>& assumed) {
    const auto given = options.shapes.find(param.name);
    if (given != options.shapes.end()) {
        if (!ShapeFits(param, given->second)) WrongShape(param, given->second);
        CheckSize(param, given->second, "--shape " + param.name);
        return given->second;
    }
    std::vector<int64_t> shape = *param.shape;
    for (int64_t& size : shape) {
        if (size != -1) continue;
        if (options.dynamic_size == 0) assumed.insert(param.name);
        size = std::max<int64_t>(options.dynamic_size, 1);
    }
    if (options.dynamic_size != 0) CheckSize(param, shape, "--dynamic " + std::to_string(options.dynamic_size));
    return param.IsNz() ? CallersShape(param, std::move(shape)) : shape;
}

Tensor AllocateOutput(const std::string& sidecar, const Param& param, const std::vector<int64_t>& shape) {
    if (param.dtype->torch.empty()) {
        ThrowInput(sidecar,
                   "output '" + param.name + "' is " + std::string(param.dtype->name) +
                       ", which has no form on the host and cannot be allocated",
                   "give it with --inputs FILE.safetensors");
    }
    return Allocate(param, shape);
}

Inputs MakeUpInputs(const Manifest& manifest, const Entry& entry, const InputOptions& options) {
    if (!entry.params) {
        ThrowInput(manifest.directory, "neither golden.py nor compiled_meta.json says what the program takes",
                   "give its inputs with --inputs FILE.safetensors");
    }
    Inputs inputs;
    inputs.source = "made up (seed " + std::to_string(options.seed) + ")";
    const std::string sidecar = SidecarOf(manifest, entry);
    std::set<std::string> assumed;
    for (size_t i = 0; i < entry.params->size(); ++i) {
        const Param& param = (*entry.params)[i];
        inputs.arguments.push_back(param.IsScalar() ? ScalarArgument(sidecar, param, options)
                                                    : MadeUpTensor(sidecar, param, i, options, assumed));
    }
    inputs.notes = AssumptionNotes(assumed);
    return inputs;
}

}  // namespace pto::run
