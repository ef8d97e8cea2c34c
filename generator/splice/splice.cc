#include "generator/splice/splice.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "generator/splice/cpp_text.h"
#include "generator/splice/re2_view.h"
#include "generator/splice/runtime_lane.h"

namespace pto::gen {
namespace {

constexpr char kRemedy[] = "restore it, or recompile with ir.compile()";

std::string Quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

[[noreturn]] void ThrowAt(const std::string& file, std::string_view text, size_t offset, const std::string& what) {
    const LineColumn at = LineColumnAt(text, offset);
    throw Error(ErrorKind::kInput, Place{file, at.line, 0, {}}, what, kRemedy);
}

// Offset of the one occurrence.
size_t FindSentinel(std::string_view text, std::string_view sentinel, const std::string& file) {
    const size_t first = text.find(sentinel);
    if (first == text.npos) {
        ThrowInput(file,
                   "the line " + Quoted(sentinel) + " is missing, so there is no place for the body that ptoas made",
                   kRemedy);
    }
    const size_t second = text.find(sentinel, first + sentinel.size());
    if (second != text.npos) {
        ThrowAt(file, text, second,
                Quoted(sentinel) + " stands here and on line " + std::to_string(LineColumnAt(text, first).line) +
                    ", expected once");
    }
    return first;
}

// The descriptor that `text` names outside of comments. A name that only PyPTO gives tells more than the one that ptoas
// prints as well.
std::optional<TensorName> NamedIn(std::string_view text) {
    std::string code;
    std::optional<TensorName> plain;
    for (const DescriptorName& row : kDescriptorNames) {
        if (!SaysWord(text, row.text)) continue;
        if (code.empty()) code = CodeOnly(text);
        if (!SaysWord(code, row.text)) continue;
        if (row.renamed) return row.name;
        plain = row.name;
    }
    return plain;
}

}  // namespace

std::vector<std::string> FindFunctions(std::string_view raw) {
    static const std::string kBlank = "[" + std::string(kBlankClass) + "]";
    static const RE2 kFunction("AICORE" + kBlank + "+void" + kBlank + "+([" + kWordClass + "]+)" + kBlank +
                               R"re(*\()re");
    std::vector<std::string> names;
    re2::StringPiece rest = Piece(raw);
    for (std::string name; RE2::FindAndConsume(&rest, kFunction, &name);) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

KernelParts SplitKernel(std::string_view text, const std::string& file) {
    const size_t begin = FindSentinel(text, kBodyBegin, file);
    const size_t end = FindSentinel(text, kBodyEnd, file);
    if (end < begin) {
        ThrowAt(file, text, end,
                Quoted(kBodyEnd) + " stands before " + Quoted(kBodyBegin) + " (line " +
                    std::to_string(LineColumnAt(text, begin).line) + "), expected after it");
    }
    const size_t body = begin + kBodyBegin.size();
    return {text.substr(0, body), text.substr(body, end - body), text.substr(end)};
}

std::optional<KernelParts> TrySplitKernel(std::string_view text) {
    const size_t begin = text.find(kBodyBegin);
    const size_t end = text.find(kBodyEnd);
    if (begin == text.npos || end == text.npos || end < begin) return std::nullopt;
    if (text.rfind(kBodyBegin) != begin || text.rfind(kBodyEnd) != end) return std::nullopt;
    const size_t body = begin + kBodyBegin.size();
    return KernelParts{text.substr(0, body), text.substr(body, end - body), text.substr(end)};
}

bool HasNoSentinel(std::string_view text) {
    return text.find(kBodyBegin) == text.npos && text.find(kBodyEnd) == text.npos;
}

TensorName TensorNameOf(const KernelParts& parts) {
    for (const std::string_view text : {parts.tail, parts.head}) {
        if (const std::optional<TensorName> name = NamedIn(text)) return *name;
    }
    return NamedIn(parts.body).value_or(TensorName::kTensor);
}

std::string BodyFor(const KernelParts& parts, const std::string& function, std::string_view raw,
                    const std::string& file) {
    std::string body = PreprocessRaw(UniversalNewlines(raw), TensorNameOf(parts));
    for (const std::string_view sentinel : {kBodyBegin, kBodyEnd}) {
        if (body.find(sentinel) == body.npos) continue;
        ThrowInput(file, "the body that ptoas made contains the line " + Quoted(sentinel) + " itself",
                   "remove it from the .pto");
    }
    return RuntimeLaneLine(parts.head) > 0 ? WithRuntimeLane(parts, function, body, file) : body;
}

std::optional<std::string> TryBodyFor(const KernelParts& parts, const std::string& function, std::string_view raw,
                                      const std::string& file) {
    try {
        return BodyFor(parts, function, raw, file);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string SpliceBody(const KernelParts& parts, std::string_view body) {
    std::string text;
    text.reserve(parts.head.size() + body.size() + parts.tail.size() + 2);
    text.append(parts.head).append("\n").append(body).append("\n").append(parts.tail);
    return text;
}

bool HasBody(const KernelParts& parts, std::string_view body) {
    const std::string present = UniversalNewlines(parts.body);
    return present.size() == body.size() + 2 && present.front() == '\n' && present.back() == '\n' &&
           std::string_view(present).substr(1, body.size()) == body;
}

}  // namespace pto::gen
