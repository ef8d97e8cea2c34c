#include "generator/golden/golden_cursor.h"

#include <charconv>
#include <optional>

#include "generator/python/python_source.h"

namespace pto::gen {
namespace {

std::optional<PyNumber> NumberOf(std::string text) {
    std::erase(text, '_');
    PyNumber number;
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* begin = text.data() + (hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    auto result = std::from_chars(begin, end, number.magnitude, hexadecimal ? 16 : 10);
    // Python has no octal of the form 010.
    if (result.ec == std::errc{} && result.ptr == end && (hexadecimal || text == "0" || text[0] != '0')) {
        number.integral = true;
        number.value = static_cast<double>(number.magnitude);
        return number;
    }
    const bool floating = text.find_first_of(".eE") != std::string::npos;
    result = std::from_chars(text.data(), end, number.value);
    if (hexadecimal || !floating || result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return number;
}

}  // namespace

bool TokenCursor::Accept(std::string_view text) {
    if (AtEnd() || !Peek()->Is(text)) return false;
    ++at_;
    return true;
}

void TokenCursor::Expect(std::string_view text) {
    if (!Accept(text)) Fail(AtEnd() ? "the statement ends early" : Quoted(Peek()->text) + " is computed");
}

void TokenCursor::ExpectEnd() const {
    if (!AtEnd()) Fail(Quoted(Peek()->text) + " is computed");
}

std::string TokenCursor::Name() {
    if (AtEnd() || Peek()->kind != PyToken::Kind::kName) Fail("a name is expected");
    return line_.tokens[at_++].text;
}

std::string TokenCursor::String() {
    if (AtEnd() || !Peek()->value) Fail("a plain string is expected");
    return *line_.tokens[at_++].value;
}

void TokenCursor::Fail(const std::string& what) const {
    throw Obstacle{line(), what};
}

PyNumber ParseNumber(TokenCursor& cursor) {
    for (const bool truth : {true, false}) {
        if (!cursor.Accept(truth ? "True" : "False")) continue;
        return PyNumber{true, false, truth ? uint64_t{1} : 0, truth ? 1.0 : 0.0, true};
    }
    const bool negative = cursor.Accept("-");
    if (!negative) cursor.Accept("+");
    if (cursor.AtEnd() || cursor.Peek()->kind != PyToken::Kind::kNumber) cursor.Fail("a number is expected");
    const std::string text = cursor.Peek()->text;
    std::optional<PyNumber> number = NumberOf(text);
    if (!number) cursor.Fail(Quoted(text) + " is not a plain number");
    cursor.Accept(text);
    // An integer zero has no sign, a floating one has.
    number->negative = negative && !(number->integral && number->magnitude == 0);
    if (number->negative) number->value = -number->value;
    return *number;
}

std::vector<std::string> ParseStringList(TokenCursor& cursor) {
    const bool list = cursor.Accept("[");
    if (!list) cursor.Expect("(");
    const std::string_view end = list ? "]" : ")";
    std::vector<std::string> strings;
    while (!cursor.Accept(end)) {
        strings.push_back(cursor.String());
        if (cursor.Accept(",")) continue;
        // ("out") is a string in parentheses, not a list of one.
        if (!list && strings.size() == 1) cursor.Fail("a list is expected");
        cursor.Expect(end);
        break;
    }
    return strings;
}

}  // namespace pto::gen
