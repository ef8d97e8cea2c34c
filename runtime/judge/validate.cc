#include "runtime/judge/validate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "runtime/judge/mapped_file.h"
#include "tensors/safetensors.h"

namespace pto::run {
namespace {

double ToleranceValue(const SafetensorsHeader& header, const std::string& key, double fallback,
                      const std::string& file) {
    const auto found = header.metadata.find(key);
    if (found == header.metadata.end()) return fallback;
    const std::string& text = found->second;
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || !(value >= 0) || !std::isfinite(value)) {
        ThrowInput(file, "metadata '" + key + "' is '" + text + "', expected a number of 0 or more");
    }
    return value;
}

// The names in the order of __outputs__; a file without that list is judged in its own order.
std::vector<std::string> OutputNames(const SafetensorsHeader& header, const std::string& file) {
    std::vector<std::string> names;
    const auto found = header.metadata.find("outputs");
    if (found == header.metadata.end()) {
        for (const SafetensorsEntry& entry : header.entries) names.push_back(entry.name);
        return names;
    }
    const Json json = ParseJson(found->second, file, "");
    for (const Json& name : json) {
        if (!name.is_string())
            ThrowInput(file, "metadata 'outputs' is " + found->second + ", expected a list of names");
        names.push_back(name.get<std::string>());
    }
    return names;
}

size_t PositionOf(const std::vector<Argument>& arguments, const std::string& name, const ExpectedValues& expected) {
    std::vector<std::string> names = expected.golden_names;
    if (names.empty()) {
        for (const Argument& argument : arguments) names.push_back(argument.name);
    }
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        ThrowInput(expected.source, "output '" + name + "' is none of the inputs, expected one of " + QuotedList(names),
                   "every output is also passed in, to be written in place");
    }
    const auto position = static_cast<size_t>(found - names.begin());
    const Argument& argument = arguments[position];
    if (argument.is_scalar || !IsOutput(argument.direction)) {
        ThrowInput(expected.source, "output '" + name + "' is " + (argument.is_scalar ? "a scalar" : "an In") +
                                        " parameter, expected an Out or InOut tensor");
    }
    return position;
}

void CheckType(const Tensor& tensor, const SafetensorsEntry& entry, const ExpectedValues& expected) {
    if (tensor.shape == entry.shape && Comparable(*tensor.dtype, *entry.dtype)) return;
    ThrowInput(expected.source, "the expected '" + entry.name + "' is " + TypeText(*entry.dtype, entry.shape) +
                                    ", the program's output is " + TypeText(*tensor.dtype, tensor.shape));
}

// Elements are read through pointers of their type: a file whose writer did not align them is copied first.
Comparison CompareWith(const MappedFile& mapped, const SafetensorsEntry& entry, const Tensor& tensor,
                       const Tolerance& tolerance, int threads) {
    const uint8_t* data = mapped.data() + entry.offset;
    TensorBytes copy;
    if (reinterpret_cast<uintptr_t>(data) % static_cast<uintptr_t>(std::max(entry.dtype->bits / 8, 1)) != 0) {
        copy = TensorBytes::CopyOf({reinterpret_cast<const char*>(data), entry.size});
        data = copy.data();
    }
    return Compare({tensor.dtype, tensor.bytes.data()}, {entry.dtype, data}, ElementCount(tensor.shape), tolerance,
                   threads);
}

bool IsAskedFor(const ExpectedValues& expected, const std::string& name) {
    return !expected.only || std::find(expected.only->begin(), expected.only->end(), name) != expected.only->end();
}

}  // namespace

bool Verdict::Failed() const {
    return std::any_of(outputs.begin(), outputs.end(),
                       [](const OutputResult& output) { return output.comparison.Failed(); });
}

bool Verdict::JudgesNothing() const {
    return std::all_of(outputs.begin(), outputs.end(),
                       [](const OutputResult& output) { return output.comparison.JudgesNothing(); });
}

Verdict Validate(const std::vector<Argument>& arguments, const ExpectedValues& expected) {
    const SafetensorsHeader header = ReadSafetensorsHeader(expected.file);
    const MappedFile mapped(expected.file);
    Verdict verdict;
    verdict.source = expected.source;
    const auto text = [&](const std::string& key) {
        const auto found = header.metadata.find(key);
        return found == header.metadata.end() ? std::string() : found->second;
    };
    verdict.note = text("note");
    verdict.none = text("not_validated");
    const Tolerance defaults;
    verdict.tolerance.rtol = expected.rtol.value_or(ToleranceValue(header, "rtol", defaults.rtol, expected.file));
    verdict.tolerance.atol = expected.atol.value_or(ToleranceValue(header, "atol", defaults.atol, expected.file));
    std::vector<bool> judged(arguments.size());
    for (const std::string& name : OutputNames(header, expected.file)) {
        const size_t position = PositionOf(arguments, name, expected);
        if (judged[position] || !IsAskedFor(expected, arguments[position].name)) continue;
        judged[position] = true;
        const SafetensorsEntry* entry = header.Find(name);
        if (entry == nullptr)
            ThrowInput(expected.file, "has no tensor '" + name + "', which its metadata 'outputs' names");
        const Tensor& tensor = arguments[position].tensor;
        CheckType(tensor, *entry, expected);
        verdict.outputs.push_back({arguments[position].name, tensor.dtype, tensor.shape,
                                   CompareWith(mapped, *entry, tensor, verdict.tolerance, expected.threads)});
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (!expected.only && !judged[i] && !arguments[i].is_scalar && arguments[i].direction == Direction::kOut) {
            verdict.unjudged.push_back(arguments[i].name);
        }
    }
    return verdict;
}

}  // namespace pto::run
