#include "tests/fuzz/check_support.h"

#include <algorithm>

#include "base/text.h"

namespace pto::fuzz {
namespace {

// A message quotes words of the user's, which are cut at 200 bytes each; but a signature may have many parameters.
constexpr size_t kLongestMessage = 1 << 14;
constexpr std::string_view kCut = "=====\n";

bool IsControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

}  // namespace

bool IsOneLine(std::string_view text) {
    return text.size() <= kLongestMessage && std::none_of(text.begin(), text.end(), IsControl);
}

std::string RefusalProblem(const Error& error) {
    const std::string shown = error.what();
    if (error.kind() != ErrorKind::kInput) return "a refusal that blames no input: " + shown;
    if (error.message().empty()) return "a refusal without a message";
    if (!IsOneLine(error.message())) return "a message of several lines, or a long one: " + shown.substr(0, 400);
    if (!IsOneLine(error.remedy())) return "a remedy of several lines, or a long one: " + shown.substr(0, 400);
    if (!IsOneLine(error.place().source_line)) return "a source line that cannot be shown: " + shown.substr(0, 400);
    return {};
}

std::string RefusalProblem(const Error& error, std::string_view text) {
    const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    const int line = error.place().line;
    const int column = error.place().column;
    if (line < 1 || line > lines) return "a refusal of line " + std::to_string(line) + ": " + error.what();
    const int width = static_cast<int>(LineAt(text, line).size());
    if (column < 0 || column > width + 1) return "a refusal of column " + std::to_string(column) + ": " + error.what();
    return RefusalProblem(error);
}

std::vector<std::string> Sections(std::string_view input, size_t count) {
    std::vector<std::string> sections;
    while (sections.size() + 1 < count) {
        const size_t cut = input.find(kCut);
        sections.emplace_back(input.substr(0, cut));
        input = cut == input.npos ? std::string_view() : input.substr(cut + kCut.size());
    }
    sections.emplace_back(input);
    return sections;
}

std::string Difference(std::string_view what, std::string_view found, std::string_view expected) {
    const size_t same = static_cast<size_t>(
        std::mismatch(found.begin(), found.end(), expected.begin(), expected.end()).first - found.begin());
    const auto shown = [same](std::string_view text) {
        return "'" + std::string(text.substr(std::min(same, text.size()), 80)) + "'";
    };
    return std::string(what) + " differs at byte " + std::to_string(same) + ": found " + shown(found) + ", expected " +
           shown(expected);
}

}  // namespace pto::fuzz
