#include "generator/splice/splice_signature.h"

#include <re2/re2.h>

#include "base/error.h"
#include "base/text.h"
#include "generator/python/python_source.h"
#include "generator/splice/cpp_text.h"
#include "generator/splice/re2_view.h"

namespace pto::gen {
namespace {

// One blank between words, none around '*', '&', ',' and angle brackets.
std::string Normalized(std::string_view text) {
    std::string result(Trim(text));
    static const RE2 kBlanks(R"re(\s+)re");
    static const RE2 kAround(R"re( ?([*&,<>]) ?)re");
    RE2::GlobalReplace(&result, kBlanks, " ");
    RE2::GlobalReplace(&result, kAround, R"re(\1)re");
    return result;
}

// Split at commas outside of all brackets; "" has no parts. '<' counts as a bracket: a list of plain arguments and
// casts compares nothing.
std::vector<std::string_view> SplitList(std::string_view list) {
    std::vector<std::string_view> parts;
    if (Trim(list).empty()) return parts;
    int depth = 0;
    size_t start = 0;
    for (size_t i = 0; i < list.size(); ++i) {
        const char c = list[i];
        if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
        if (c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && list[i - 1] != '-')) --depth;
        if (c != ',' || depth != 0) continue;
        parts.push_back(list.substr(start, i - start));
        start = i + 1;
    }
    parts.push_back(list.substr(start));
    return parts;
}

// "__gm__ float* v1" without the name. A lone word is a type without a name.
std::string TypeOf(std::string_view parameter) {
    static const RE2 kNamed(R"re((?s)^(.*[\s*&>])[A-Za-z_]\w*$)re");
    const std::string_view trimmed = Trim(parameter);
    re2::StringPiece type;
    if (!RE2::PartialMatch(Piece(trimmed), kNamed, &type)) return Normalized(trimmed);
    return Normalized({type.data(), type.size()});
}

// What the wrapper says the type of an argument is: a cast in place, or the declaration of the name.
std::string ArgumentType(std::string_view code, std::string_view argument) {
    static const RE2 kCast(R"re(^(?:reinterpret|static)_cast\s*<\s*(.+?)\s*>\s*\()re");
    static const RE2 kPlainCast(R"re(^\(\s*([A-Za-z_][\w\s:<>,]*[\w>]\s*\**)\s*\)\s*[\w(])re");
    static const RE2 kName(R"re([A-Za-z_]\w*)re");
    const std::string text(Trim(argument));
    std::string type;
    if (RE2::PartialMatch(text, kCast, &type) || RE2::PartialMatch(text, kPlainCast, &type)) return Normalized(type);
    if (!RE2::FullMatch(text, kName)) return {};
    // Words (with template arguments), then a blank or stars, the name, and what may follow a declared name.
    static const std::string kWordPart = R"re([A-Za-z_][\w:]*(?:<[^;{}()]*>)?)re";
    const RE2 declaration(R"re((?:^|[;{}\n])\s*()re" + kWordPart + R"re((?:\s+)re" + kWordPart +
                          R"re()*\s*[\s*]\s*))re" + text + R"re(\s*[={(;])re");
    if (!RE2::PartialMatch(Piece(code), declaration, &type)) return {};
    type = Normalized(type);
    static const RE2 kConst(R"re(^const )re");
    RE2::Replace(&type, kConst, "");
    return type == "auto" || type == "return" ? std::string() : type;
}

using Types = std::optional<std::vector<std::string>>;

// On one line, whatever the sources have between the parentheses.
std::string Signature(const std::string& name, std::vector<std::string> parts) {
    static const RE2 kBlanks(R"re(\s+)re");
    for (std::string& part : parts) {
        RE2::GlobalReplace(&part, kBlanks, " ");
        part = Printable(part);
    }
    return name + "(" + Join(parts, ", ") + ")";
}

Place PlaceOf(const SignatureCheck& check, size_t offset_in_tail) {
    constexpr int kLastShownColumn = 200;
    const LineColumn at =
        LineColumnAt(check.text, static_cast<size_t>(check.parts.tail.data() - check.text.data()) + offset_in_tail);
    Place place{check.file, at.line, at.column, {}};
    if (at.column <= kLastShownColumn) place.source_line = Printable(LineAt(check.text, at.line));
    return place;
}

bool ArgumentFits(const std::string& now, const std::string& given, const Types& before, size_t index) {
    const bool known_before = before && index < before->size();
    if (known_before && (*before)[index] == now) return true;
    return given.empty() ? !known_before : given == now;
}

bool CallFits(const WrapperCall& call, const std::vector<std::string>& now, const Types& before) {
    if (call.arguments.size() != now.size()) return false;
    for (size_t i = 0; i < now.size(); ++i) {
        if (!ArgumentFits(now[i], call.types[i], before, i)) return false;
    }
    return true;
}

}  // namespace

std::optional<std::vector<std::string>> ParameterTypes(std::string_view text, const std::string& name) {
    const std::string code = CodeOnly(text);
    const RE2 head(R"re(\bvoid\s+)re" + RE2::QuoteMeta(name) + R"re(\s*\()re");
    Types declared;
    re2::StringPiece found;
    for (size_t at = 0; head.Match(code, at, code.size(), RE2::UNANCHORED, &found, 1);) {
        const size_t open = static_cast<size_t>(found.data() - code.data()) + found.size() - 1;
        const size_t close = ClosingBracket(code, open, "()");
        at = open + 1;
        if (close == code.npos) continue;
        std::vector<std::string> types;
        for (const std::string_view part : SplitList(std::string_view(code).substr(open + 1, close - open - 1))) {
            types.push_back(TypeOf(part));
        }
        const size_t next = code.find_first_not_of(" \t\r\n", close + 1);
        if (next != code.npos && code[next] == '{') return types;
        if (!declared) declared = types;
    }
    return declared;
}

std::optional<WrapperCall> FindCall(std::string_view tail, const std::string& name) {
    const std::string code = CodeOnly(tail);
    const RE2 pattern(R"re((\bvoid\s+)?\b)re" + RE2::QuoteMeta(name) + R"re(\s*\()re");
    re2::StringPiece found[2];
    for (size_t at = 0; pattern.Match(code, at, code.size(), RE2::UNANCHORED, found, 2);) {
        const size_t start = static_cast<size_t>(found[0].data() - code.data());
        const size_t open = start + found[0].size() - 1;
        at = open + 1;
        const size_t close = ClosingBracket(code, open, "()");
        if (!found[1].empty() || close == code.npos) continue;
        WrapperCall call;
        call.offset = start;
        for (const std::string_view part : SplitList(std::string_view(code).substr(open + 1, close - open - 1))) {
            call.arguments.emplace_back(Trim(part));
            call.types.push_back(ArgumentType(code, part));
        }
        return call;
    }
    return std::nullopt;
}

void CheckSignature(const SignatureCheck& check) {
    const Types now = ParameterTypes(check.body, check.function);
    const std::optional<WrapperCall> call = FindCall(check.parts.tail, check.function);
    if (!now || !call) return;
    const Types present = ParameterTypes(check.parts.body, check.function);
    const Types before = present ? present : ParameterTypes(check.old_raw, check.function);
    if (CallFits(*call, *now, before) || (present && *present == *now)) return;
    const std::string old =
        before ? Signature(check.function, *before) : Signature(check.function, call->arguments) + " in the wrapper";
    throw Error(ErrorKind::kInput, PlaceOf(check, call->offset),
                "the signature changed from " + old + " to " + Signature(check.function, *now) + " in " + check.unit +
                    ", and this call does not fit it",
                "recompile with ir.compile(), or make the wrapper fit");
}

}  // namespace pto::gen
