#include "generator/splice/preprocess.h"

#include <re2/re2.h>

#include "generator/splice/preprocess_mgather.h"
#include "generator/splice/re2_view.h"

namespace pto::gen {
namespace {

std::string Class(std::string_view content) {
    return "[" + std::string(content) + "]";
}

// Bytes of the line end at `at`; 0 when there is none. By hand, since every byte of a body passes through here.
size_t LineEndLength(std::string_view text, size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= '\n' && byte <= '\r') return text.substr(at, 2) == "\r\n" ? 2 : 1;
    if (byte >= 0x1c && byte <= 0x1e) return 1;
    if (byte == 0xc2) return text.substr(at, 2) == "\u0085" ? 2 : 0;
    if (byte != 0xe2) return 0;
    const std::string_view character = text.substr(at, 3);
    return character == "\u2028" || character == "\u2029" ? 3 : 0;
}

bool IsDropped(std::string_view line) {
    static const std::string kBlank = Class(kBlankClass);
    static const RE2 kInclude("^" + kBlank + R"re(*#include(?s:.*)(?:pto-inst|cstdint|tensor\.h))re");
    static const RE2 kUsing("^" + kBlank + "*using namespace pto;" + kBlank + "*$");
    static const RE2 kFfts("^" + kBlank + R"re(*set_ffts_base_addr\()re");
    // Plain searches first: nearly every line of a body is none of these.
    const auto is = [line](std::string_view part, const RE2& pattern) {
        return line.find(part) != line.npos && RE2::PartialMatch(Piece(line), pattern);
    };
    return is("#include", kInclude) || is("using namespace pto;", kUsing) || is("set_ffts_base_addr(", kFfts);
}

std::string DropLines(std::string_view raw) {
    std::string kept;
    kept.reserve(raw.size());
    for (const std::string_view line : PythonLines(raw)) {
        if (!IsDropped(line)) kept += line;
    }
    return kept;
}

// `runs` matches maximal runs of word characters that contain `word`; those that are `word` itself are replaced. That
// is what \bword\b would do, but RE2's \b knows ASCII only.
std::string ReplaceWord(const std::string& text, const RE2& runs, std::string_view word, std::string_view by) {
    std::string result;
    result.reserve(text.size());
    re2::StringPiece run;
    size_t done = 0;
    while (runs.Match(text, done, text.size(), RE2::UNANCHORED, &run, 1)) {
        const size_t start = static_cast<size_t>(run.data() - text.data());
        result.append(text, done, start - done);
        result += run == Piece(word) ? by : std::string_view(run.data(), run.size());
        done = start + run.size();
    }
    return result.append(text, done, std::string::npos);
}

}  // namespace

std::string UniversalNewlines(std::string_view text) {
    if (text.find('\r') == text.npos) return std::string(text);
    std::string result;
    result.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        result += text[i] == '\r' ? '\n' : text[i];
    }
    return result;
}

std::vector<std::string_view> PythonLines(std::string_view text) {
    std::vector<std::string_view> lines;
    size_t start = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t length = LineEndLength(text, at);
        at += length > 0 ? length : 1;
        if (length == 0) continue;
        lines.push_back(text.substr(start, at - start));
        start = at;
    }
    if (start < text.size()) lines.push_back(text.substr(start));
    return lines;
}

std::string PreprocessRaw(std::string_view raw, TensorName tensor_name) {
    static const std::string kWord = Class(kWordClass);
    static const std::string kBlank = Class(kBlankClass);
    static const RE2 kTensor(kWord + "*Tensor" + kWord + "*");
    static const RE2 kAicore(kWord + "*AICORE" + kWord + "*");
    static const RE2 kEntry("(?:extern" + kBlank + R"re(*"C")re" + kBlank + "*)?(?:__global__" + kBlank + "+)?AICORE" +
                            kBlank + "+void");
    std::string text = RestoreMgatherOperands(DropLines(raw));
    for (const DescriptorName& row : kDescriptorNames) {
        if (row.renamed && row.name == tensor_name) text = ReplaceWord(text, kTensor, "Tensor", row.text);
    }
    RE2::GlobalReplace(&text, kEntry, "static __aicore__ void");
    return ReplaceWord(text, kAicore, "AICORE", "__aicore__");
}

}  // namespace pto::gen
