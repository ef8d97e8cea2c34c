#include <re2/re2.h>

#include <cctype>

#include "generator/splice/preprocess.h"
#include "generator/splice/preprocess_mgather.h"
#include "generator/splice/splice.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

// Whether `word` stands between two ASCII characters that belong to no word: there no reading of Unicode can differ.
bool HasLoneWord(std::string_view text, std::string_view word) {
    const auto alone = [text](size_t i) {
        if (i >= text.size()) return true;
        const auto byte = static_cast<unsigned char>(text[i]);
        return byte < 0x80 && std::isalnum(byte) == 0 && byte != '_';
    };
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if ((at == 0 || alone(at - 1)) && alone(at + word.size())) return true;
    }
    return false;
}

// The line ends as a pattern, to compare the scanner with.
std::vector<std::string_view> LinesByPattern(std::string_view text) {
    static const RE2 kLine(R"re((?s)(.*?(?:\r\n|[\n-\r\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]|\z)))re", RE2::Latin1);
    std::vector<std::string_view> lines;
    re2::StringPiece rest(text.data(), text.size());
    for (re2::StringPiece line; !rest.empty() && RE2::Consume(&rest, kLine, &line);) {
        lines.emplace_back(line.data(), line.size());
    }
    return lines;
}

std::string CheckLines(std::string_view text) {
    if (gen::PythonLines(text) != LinesByPattern(text)) return "lines are split elsewhere";
    const std::string newlines = gen::UniversalNewlines(text);
    if (newlines.find('\r') != newlines.npos) return "a carriage return is left";
    if (gen::UniversalNewlines(newlines) != newlines) return "line ends change twice";
    return {};
}

bool MayGo(std::string_view line) {
    return line.find("__") != line.npos && line.find('=') != line.npos;
}

bool MayBecome(std::string_view before, std::string_view after) {
    const auto calls = [](std::string_view line) { return line.find("MGATHER") != line.npos; };
    return before == after || (calls(before) && calls(after));
}

// Only lines with an MGATHER change, only lines that define a pointer go, and the others keep their order: whether
// `after` can have come from `before` in that way, whichever lines went.
bool CanBecome(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after) {
    std::vector<bool> reached(after.size() + 1);  // by the lines so far: the number of lines made of them
    reached[0] = true;
    for (const std::string_view line : before) {
        const bool may_go = MayGo(line);
        for (size_t made = after.size() + 1; made-- > 0;) {
            const bool kept = made > 0 && reached[made - 1] && MayBecome(line, after[made - 1]);
            reached[made] = kept || (may_go && reached[made]);
        }
    }
    return reached[after.size()];
}

std::string CheckMgather(const std::string& text) {
    const std::string restored = gen::RestoreMgatherOperands(text);
    if (restored == text) return {};
    if (text.find("MGATHER") == text.npos) return Difference("text without MGATHER", restored, text);
    const std::vector<std::string_view> before = gen::PythonLines(text);
    constexpr size_t kMostLines = 1000;  // a comparison of all with all
    if (before.size() > kMostLines || CanBecome(before, gen::PythonLines(restored))) return {};
    return Difference("text with MGATHER, in a line that is none of its own,", restored, text);
}

std::string CheckText(std::string_view raw, TensorName name) {
    const std::string body = gen::PreprocessRaw(raw, name);
    if (gen::PreprocessRaw(raw, name) != body) return "a second run differs";
    if (HasLoneWord(body, "AICORE")) return "AICORE is left";
    if (name != TensorName::kTensor && HasLoneWord(body, "Tensor")) return "Tensor is left";
    if (body.size() > 2 * raw.size()) return "the text has more than doubled";
    return {};
}

}  // namespace

std::string CheckPreprocess(std::string_view input) {
    std::string broken = CheckLines(input);
    if (broken.empty()) broken = CheckMgather(std::string(input));
    for (const DescriptorName& row : kDescriptorNames) {
        if (broken.empty()) broken = CheckText(input, row.name);
    }
    if (broken.empty()) gen::FindFunctions(input);
    return broken;
}

}  // namespace pto::fuzz
