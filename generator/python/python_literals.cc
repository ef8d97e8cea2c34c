// Values of string and integer literals.
#include <array>
#include <optional>

#include "generator/python/python_lexer.h"

namespace pto::gen {
namespace {

void AppendUtf8(uint32_t code, std::string* out) {
    const auto byte = [](uint32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x80) {
        *out += byte(code);
    } else if (code < 0x800) {
        *out += byte(0xC0 | (code >> 6));
        *out += byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out += byte(0xE0 | (code >> 12));
        *out += byte(0x80 | ((code >> 6) & 0x3F));
        *out += byte(0x80 | (code & 0x3F));
    } else {
        *out += byte(0xF0 | (code >> 18));
        *out += byte(0x80 | ((code >> 12) & 0x3F));
        *out += byte(0x80 | ((code >> 6) & 0x3F));
        *out += byte(0x80 | (code & 0x3F));
    }
}

int DigitValue(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

struct Escape {
    size_t length;  // after the backslash
    uint32_t code;
};

// Exactly `count` hexadecimal digits from `text`, after the letter at its front.
std::optional<Escape> HexEscape(std::string_view text, size_t count) {
    if (text.size() < count + 1) return std::nullopt;
    uint32_t code = 0;
    for (size_t i = 1; i <= count; ++i) {
        const int digit = DigitValue(text[i]);
        if (digit > 15) return std::nullopt;
        code = code * 16 + static_cast<uint32_t>(digit);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code > 0x10FFFF || surrogate) return std::nullopt;
    return Escape{count + 1, code};
}

Escape OctalEscape(std::string_view text) {
    uint32_t code = 0;
    size_t length = 0;
    for (; length < 3 && length < text.size() && text[length] >= '0' && text[length] <= '7'; ++length) {
        code = code * 8 + static_cast<uint32_t>(text[length] - '0');
    }
    return {length, code};
}

constexpr std::array<std::pair<char, char>, 10> kSimpleEscapes = {{{'\\', '\\'},
                                                                   {'\'', '\''},
                                                                   {'"', '"'},
                                                                   {'a', '\a'},
                                                                   {'b', '\b'},
                                                                   {'f', '\f'},
                                                                   {'n', '\n'},
                                                                   {'r', '\r'},
                                                                   {'t', '\t'},
                                                                   {'v', '\v'}}};

// `text` starts after the backslash and is not empty. Nothing: an escape Python keeps as it is, like "\d".
std::optional<Escape> ReadEscape(const PythonSource& source, const Token& token, std::string_view text) {
    for (const auto& [letter, value] : kSimpleEscapes) {
        if (text[0] == letter) return Escape{1, static_cast<uint32_t>(value)};
    }
    if (text[0] >= '0' && text[0] <= '7') return OctalEscape(text);
    if (text[0] == 'N') source.FailUnsupported(token.position, "named character in a string");
    const size_t digits = text[0] == 'x' ? 2 : text[0] == 'u' ? 4 : text[0] == 'U' ? 8 : 0;
    if (digits == 0) return std::nullopt;
    const std::optional<Escape> escape = HexEscape(text, digits);
    if (!escape) {
        source.Fail(token.position, std::string("malformed escape '\\") + text[0] + "' in a string, expected " +
                                        std::to_string(digits) + " hexadecimal digits of a character");
    }
    return escape;
}

}  // namespace

std::string DecodeString(const PythonSource& source, const Token& token) {
    const size_t quote_at = token.text.find_first_of("'\"");
    const std::string_view prefix = token.text.substr(0, quote_at);
    if (prefix.find_first_of("bB") != std::string_view::npos) source.FailUnsupported(token.position, "bytes literal");
    const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
    std::string_view body = token.text.substr(quote_at);
    const size_t quotes = body.size() >= 6 && body[1] == body[0] && body[2] == body[0] ? 3 : 1;
    body = body.substr(quotes, body.size() - 2 * quotes);
    if (raw) return std::string(body);

    std::string value;
    value.reserve(body.size());
    while (!body.empty()) {
        const char c = body[0];
        body.remove_prefix(1);
        const bool escaped = c == '\\' && !body.empty();
        if (escaped && body[0] == '\n') {
            body.remove_prefix(1);
            continue;
        }
        // A backslash before a letter without a meaning stands for itself.
        const std::optional<Escape> escape = escaped ? ReadEscape(source, token, body) : std::nullopt;
        if (escape) {
            AppendUtf8(escape->code, &value);
            body.remove_prefix(escape->length);
        } else {
            value += c;
        }
    }
    return value;
}

int64_t DecodeInteger(const PythonSource& source, const Token& token) {
    std::string_view digits = token.text;
    const auto malformed = [&] { source.Fail(token.position, "malformed number '" + Printable(token.text) + "'"); };
    int base = 10;
    if (digits.size() > 1 && digits[0] == '0' && !(digits[1] >= '0' && digits[1] <= '9') && digits[1] != '_') {
        const char letter = static_cast<char>(digits[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
        if (base == 0) malformed();
        digits.remove_prefix(digits.size() > 2 && digits[2] == '_' ? 3 : 2);
    } else if (digits[0] == '0' && digits.find_first_not_of("0_") != std::string_view::npos) {
        malformed();  // 007 is no Python
    }
    if (digits.empty() || digits.front() == '_' || digits.back() == '_' ||
        digits.find("__") != std::string_view::npos) {
        malformed();
    }
    int64_t value = 0;
    for (const char c : digits) {
        if (c == '_') continue;
        const int digit = DigitValue(c);
        if (digit >= base) malformed();
        if (__builtin_mul_overflow(value, int64_t{base}, &value) || __builtin_add_overflow(value, digit, &value)) {
            source.Fail(token.position, "number '" + Printable(token.text) + "' does not fit in 64 bits");
        }
    }
    return value;
}

}  // namespace pto::gen
