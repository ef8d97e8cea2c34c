#include "runtime/dfx/argument_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "base/text.h"
#include "runtime/embedded/include/data_type.h"

namespace pto::run {
namespace {

// By ArgumentRole and DumpStage.
constexpr const char* kRoles[] = {"input", "output", "inout"};
constexpr const char* kStages[] = {"before_dispatch", "after_completion"};

template <typename Value>
Value LowBytes(uint64_t bits) {
    Value value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// Six significant digits and always recognisable as a float; what JSON has no number for is null or a string.
std::string FloatText(float value) {
    if (std::isnan(value)) return "null";
    if (std::isinf(value)) return value < 0 ? "\"-$Inf\"" : "\"$Inf\"";
    const std::string text = fmt::format("{:g}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string ScalarText(uint8_t dtype, uint64_t bits) {
    switch (static_cast<DataType>(dtype)) {
        case DataType::FLOAT32:
            return FloatText(LowBytes<float>(bits));
        case DataType::INT32:
            return std::to_string(LowBytes<int32_t>(bits));
        case DataType::UINT32:
            return std::to_string(LowBytes<uint32_t>(bits));
        case DataType::BOOL:
            return bits != 0 ? "true" : "false";
        case DataType::INT64:
            return std::to_string(LowBytes<int64_t>(bits));
        default:
            return std::to_string(bits);
    }
}

std::string EntryLine(const DumpedArgument& argument) {
    uint64_t elements = 1;
    for (const uint32_t size : argument.shape) elements *= size;
    return fmt::format(
        "    {{\"task_id\": \"{:#018x}\", \"func_id\": [{}], \"arg_index\": {}, \"role\": \"{}\", \"stage\": \"{}\", "
        "\"kind\": \"{}\", \"dtype\": \"{}\"{}, \"is_contiguous\": {}, \"shape\": [{}], \"strides\": [{}], "
        "\"start_offset\": {}, \"numel\": {}, \"bin_offset\": {}, \"bin_size\": {}, \"truncated\": false, "
        "\"overwritten\": false}}",
        argument.task_id, fmt::join(argument.func_ids, ", "), argument.index, kRoles[static_cast<int>(argument.role)],
        kStages[static_cast<int>(argument.stage)], argument.is_scalar ? "scalar" : "tensor",
        get_dtype_name(static_cast<DataType>(argument.dtype)),
        argument.is_scalar ? ", \"value\": " + ScalarText(argument.dtype, argument.scalar) : "", argument.is_contiguous,
        fmt::join(argument.shape, ", "), fmt::join(argument.strides, ", "), argument.start_offset, elements,
        argument.bin_offset, argument.bin_size);
}

template <typename Field, typename Value>
ptrdiff_t CountOf(const std::vector<DumpedArgument>& arguments, Field field, Value value) {
    return std::count_if(arguments.begin(), arguments.end(),
                         [&](const DumpedArgument& argument) { return argument.*field == value; });
}

}  // namespace

std::string ArgumentsText(std::vector<DumpedArgument> arguments, int level) {
    std::stable_sort(arguments.begin(), arguments.end(), [](const DumpedArgument& a, const DumpedArgument& b) {
        return std::tie(a.task_id, a.stage, a.index) < std::tie(b.task_id, b.stage, b.index);
    });
    std::vector<std::string> lines;
    for (const DumpedArgument& argument : arguments) lines.push_back(EntryLine(argument));
    const bool no_values =
        level == kListingLevel && std::all_of(arguments.begin(), arguments.end(),
                                              [](const DumpedArgument& argument) { return argument.bin_size == 0; });
    return fmt::format(
        "{{\n  \"run_dir\": \"args_dump\",\n  \"bin_format\": {{\n    \"type\": \"logical_contiguous\",\n"
        "    \"byte_order\": \"little_endian\"\n  }},\n  \"dump_args_level\": {},\n  \"total_args\": {},\n"
        "  \"before_dispatch\": {},\n  \"after_completion\": {},\n  \"input_args\": {},\n  \"output_args\": {},\n"
        "  \"inout_args\": {},\n  \"truncated_args\": 0,\n  \"dropped_records\": 0,\n  \"dropped_overwrite\": 0,\n"
        "  \"bin_file\": {},\n  \"args\": [\n{}\n  ]\n}}\n",
        level, arguments.size(), CountOf(arguments, &DumpedArgument::stage, DumpStage::kBeforeDispatch),
        CountOf(arguments, &DumpedArgument::stage, DumpStage::kAfterCompletion),
        CountOf(arguments, &DumpedArgument::role, ArgumentRole::kInput),
        CountOf(arguments, &DumpedArgument::role, ArgumentRole::kOutput),
        CountOf(arguments, &DumpedArgument::role, ArgumentRole::kInOut), no_values ? "null" : "\"args.bin\"",
        Join(lines, ",\n"));
}

}  // namespace pto::run
