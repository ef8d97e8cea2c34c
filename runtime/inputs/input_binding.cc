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

[[noreturn]] void Misfit(const Param& param, const InputValue& value, size_t position, const InputSource& source,
                         const std::string& remedy) {
    ThrowInput(source.file,
               "input " + std::to_string(position + 1) + " ('" + value.tensor.name + "') is " +
                   ValueText(param, value) + ", expected " + ParamTypeText(param) + " for parameter '" + param.name +
                   "'",
               remedy);
}

// Of a tensor whose parameter has no layout NZ: whether it would fit if it had.
bool FitsAsNz(const Param& param, const Tensor& tensor) {
    return !param.IsNz() && IsInNzBlocks(*param.shape, *param.dtype) &&
           NzShapeFits(*param.shape, tensor.shape, *param.dtype);
}

std::string ShapeRemedy(const Param& param, const Tensor& tensor, const InputSource& source) {
    const std::optional<std::vector<int64_t>> logical =
        param.IsNz() ? LogicalNzShape(*param.shape, *param.shape, *param.dtype) : std::nullopt;
    const std::string give = "give it the shape " + SizesText(logical ? *logical : *param.shape) + " " + source.where;
    if (!FitsAsNz(param, tensor)) return give;
    const std::string layout = param.layout.empty() ? "none" : "'" + param.layout + "'";
    return "the sidecar has " + layout + " as its layout: make that 'NZ' if these are NZ blocks of the input, else " +
           give;
}

// What to do about a value that does not fit; empty: it does.
std::string Remedy(const Param& param, const InputValue& value, const InputSource& source) {
    const Tensor& tensor = value.tensor;
    if (param.IsScalar()) {
        if (!tensor.shape.empty()) return "give a scalar " + source.where;
        return ScalarFromElement(*param.dtype, *tensor.dtype, tensor.bytes.data())
                   ? ""
                   : "give " + ScalarExpectation(*param.dtype) + " " + source.where;
    }
    if (value.is_scalar) return "give a tensor " + source.where;
    if (!SameStorage(*param.dtype, *tensor.dtype)) {
        return "give it the type " + std::string(param.dtype->name) + " " + source.where;
    }
    const bool fits = ShapeFits(param, tensor.shape) || (source.in_blocks && MatchesSizes(*param.shape, tensor.shape));
    return fits ? "" : ShapeRemedy(param, tensor, source);
}

std::string Names(const std::vector<std::string>& names) {
    return names.empty() ? "" : " (" + QuotedList(names) + ")";
}

// A value that has the name of another parameter, and fits that one, stands in the wrong place. Names alone say
// nothing: golden.py may use others.
bool IsMisplaced(const std::vector<Param>& params, const InputValue& value, size_t position,
                 const InputSource& source) {
    const auto named =
        std::find_if(params.begin(), params.end(), [&](const Param& param) { return param.name == value.tensor.name; });
    return named != params.end() && named != params.begin() + static_cast<long>(position) &&
           Remedy(*named, value, source).empty();
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
    const std::string remedy = Remedy(param, value, source);
    if (!remedy.empty()) Misfit(param, value, position, source, remedy);
    if (param.IsScalar()) {
        const std::optional<uint64_t> slot =
            ScalarFromElement(*param.dtype, *value.tensor.dtype, value.tensor.bytes.data());
        return Argument{param.name, Direction::kIn, true, param.dtype, *slot, {}};
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
                   "give one value for each parameter " + source.where + ", in their order");
    }
    std::vector<Argument> arguments;
    for (size_t i = 0; i < params.size(); ++i) {
        if (!Remedy(params[i], values[i], source).empty() && IsMisplaced(params, values[i], i, source)) {
            std::vector<std::string> order;
            for (const Param& param : params) order.push_back(param.name);
            Misfit(params[i], values[i], i, source,
                   "put the values " + source.where + " into the order of the parameters: " + QuotedList(order));
        }
        arguments.push_back(BindValue(params[i], std::move(values[i]), i, source));
    }
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
