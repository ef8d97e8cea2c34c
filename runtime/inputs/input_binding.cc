#include "runtime/inputs/input_binding.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runtime/core/scalar.h"

namespace pto::run {
namespace {

bool MatchesSizes(const std::vector<int64_t>& wanted, const std::vector<int64_t>& found) {
    return std::equal(wanted.begin(), wanted.end(), found.begin(), found.end(),
                      [](int64_t want, int64_t have) { return want == -1 || want == have; });
}

// With ? for a dynamic size.
std::string SizesText(const std::vector<int64_t>& shape) {
    std::vector<std::string> sizes;
    for (const int64_t size : shape) sizes.push_back(size == -1 ? "?" : std::to_string(size));
    return "[" + Join(sizes, ", ") + "]";
}

std::string ValueText(const Param& param, const InputValue& value) {
    if (value.is_scalar) return "a scalar " + std::string(value.tensor.dtype->name);
    const std::string text = TypeText(*value.tensor.dtype, value.tensor.shape);
    // Blocks of another type would have other sizes.
    return SameStorage(*param.dtype, *value.tensor.dtype) ? text + BlocksText(param, value.tensor.shape) : text;
}

[[noreturn]] void Misfit(const Param& param, const InputValue& value, size_t position, const InputSource& source) {
    ThrowInput(source.file,
               "input " + std::to_string(position + 1) + " ('" + value.tensor.name + "') is " +
                   ValueText(param, value) + ", expected " + ParamTypeText(param) + " for parameter '" + param.name +
                   "'",
               source.remedy);
}

std::string Names(const std::vector<std::string>& names) {
    return names.empty() ? "" : " (" + QuotedList(names) + ")";
}

Argument BindScalar(const Param& param, const InputValue& value, size_t position, const InputSource& source) {
    if (!value.tensor.shape.empty()) Misfit(param, value, position, source);
    const std::optional<uint64_t> slot =
        ScalarFromElement(*param.dtype, *value.tensor.dtype, value.tensor.bytes.data());
    if (!slot) Misfit(param, value, position, source);
    return Argument{param.name, Direction::kIn, true, param.dtype, *slot, {}};
}

}  // namespace

std::string ParamTypeText(const Param& param) {
    if (param.IsScalar()) return "a scalar " + std::string(param.dtype->name);
    const std::string name = std::string(param.dtype->name) + " ";
    if (!param.IsNz()) return name + SizesText(*param.shape);
    const std::optional<std::vector<int64_t>> logical = LogicalNzShape(*param.shape, *param.shape, *param.dtype);
    const std::string blocks = "in NZ blocks " + SizesText(*param.shape);
    return logical ? name + SizesText(*logical) + " (" + blocks + ")" : name + blocks;
}

std::string BlocksText(const Param& param, const std::vector<int64_t>& shape) {
    if (!param.IsNz()) return "";
    const std::optional<std::vector<int64_t>> blocked = BlockNzShape(shape, *param.dtype);
    if (blocked) return " (in NZ blocks " + SizesText(*blocked) + ")";
    return " (no whole NZ blocks of " + std::to_string(kNzRows) + " x " + std::to_string(NzColumns(*param.dtype)) + ")";
}

bool ShapeFits(const Param& param, const std::vector<int64_t>& shape) {
    // Two values in a carrier lie along the last dimension, which must have one.
    if (param.dtype->form == HostForm::kPacked && (shape.empty() || shape.back() == 0)) return false;
    if (param.IsNz()) return NzShapeFits(*param.shape, shape, *param.dtype);
    return MatchesSizes(*param.shape, shape);
}

Argument BindValue(const Param& param, InputValue value, size_t position, const InputSource& source) {
    if (param.IsScalar()) return BindScalar(param, value, position, source);
    if (value.is_scalar || !SameStorage(*param.dtype, *value.tensor.dtype) ||
        !(ShapeFits(param, value.tensor.shape) ||
          (source.in_blocks && MatchesSizes(*param.shape, value.tensor.shape)))) {
        Misfit(param, value, position, source);
    }
    value.tensor.name = param.name;
    value.tensor.dtype = param.dtype;
    return Argument{param.name, param.direction, false, param.dtype, 0, std::move(value.tensor)};
}

std::vector<Argument> BindByPosition(const std::vector<Param>& params, std::vector<InputValue> values,
                                     const InputSource& source) {
    if (params.size() != values.size()) {
        std::vector<std::string> wanted;
        std::vector<std::string> found;
        for (const Param& param : params) wanted.push_back(param.name);
        for (const InputValue& value : values) found.push_back(value.tensor.name);
        ThrowInput(source.file,
                   source.supplier + " " + Count(values.size(), "input") + Names(found) + ", the program takes " +
                       std::to_string(params.size()) + Names(wanted),
                   source.remedy);
    }
    std::vector<Argument> arguments;
    for (size_t i = 0; i < params.size(); ++i)
        arguments.push_back(BindValue(params[i], std::move(values[i]), i, source));
    return arguments;
}

std::vector<Argument> BindUnchecked(std::vector<InputValue> values, const std::vector<std::string>& signature) {
    const auto tensors = std::count_if(values.begin(), values.end(), [](const InputValue& v) { return !v.is_scalar; });
    // A signature with scalars in it has one entry per value, an older one an entry per tensor.
    const bool by_value = signature.size() == values.size();
    const bool by_tensor = signature.size() == static_cast<size_t>(tensors);
    std::vector<Argument> arguments;
    size_t tensor_position = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        Tensor& tensor = values[i].tensor;
        if (values[i].is_scalar) {
            const uint64_t slot = ScalarFromElement(*tensor.dtype, *tensor.dtype, tensor.bytes.data()).value_or(0);
            arguments.push_back({tensor.name, Direction::kIn, true, tensor.dtype, slot, {}});
            continue;
        }
        const size_t position = by_value ? i : tensor_position++;
        const std::string word = by_value || by_tensor ? signature[position] : "INOUT";
        const Direction direction = word == "IN" ? Direction::kIn : word == "OUT" ? Direction::kOut : Direction::kInOut;
        arguments.push_back({tensor.name, direction, false, tensor.dtype, 0, std::move(tensor)});
    }
    return arguments;
}

}  // namespace pto::run
