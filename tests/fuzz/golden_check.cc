#include "generator/golden/golden_source.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

std::string InputProblem(const gen::GoldenInput& input) {
    using Kind = gen::GoldenValue::Kind;
    const gen::GoldenValue& value = input.value;
    if (input.name.empty()) return "an input without a name";
    if (value.kind == Kind::kFile) return value.path.empty() ? "an input of a file without a name" : "";
    if (value.dtype == nullptr) return "an input without a type";
    size_t elements = 1;
    for (const int64_t size : value.shape) {
        if (size < 0) return "a negative size";
        if (value.kind == Kind::kListed && size > 0 && elements > value.numbers.size()) return "a list that is short";
        elements *= static_cast<size_t>(size);
    }
    if (value.kind == Kind::kListed && elements != value.numbers.size())
        return "a list of another count than its shape";
    if ((value.kind == Kind::kFilled || value.kind == Kind::kScalar) && value.numbers.size() != 1) {
        return "a constant of another count than one";
    }
    return {};
}

}  // namespace

std::string CheckGolden(std::string_view input) {
    const std::string text(input);
    const gen::GoldenSource source = gen::ParseGoldenSource(text, "golden.py");
    if (source.text != text) return "a text that is not the file's";
    if (source.reference_hash.empty()) return "a reference without a hash";
    if (!source.inputs) {
        if (!IsOneLine(source.obstacle)) return "an obstacle that is no line";
        return source.obstacle.empty() ? "no inputs, and no obstacle" : "";
    }
    for (const gen::GoldenInput& given : *source.inputs) {
        if (std::string problem = InputProblem(given); !problem.empty()) return problem;
    }
    const gen::GoldenSource noted = gen::ParseGoldenSource(text + "\n# a comment\n", "golden.py");
    return noted.reference_hash == source.reference_hash ? "" : "a comment is another reference";
}

}  // namespace pto::fuzz
