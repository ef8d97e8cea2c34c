#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <iterator>

namespace pto {

std::string_view Trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n\v\f";
    const size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    size_t start = 0;
    for (size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator, start)) {
        parts.push_back(text.substr(start, at - start));
        start = at + 1;
    }
    parts.push_back(text.substr(start));
    return parts;
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string joined;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) joined += separator;
        joined += parts[i];
    }
    return joined;
}

std::vector<std::string_view> ExactLines(std::string_view text) {
    if (text.empty()) return {};
    if (text.back() == '\n') text.remove_suffix(1);
    return Split(text, '\n');
}

std::vector<std::string_view> Lines(std::string_view text) {
    std::vector<std::string_view> lines = ExactLines(text);
    for (std::string_view& line : lines) {
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    }
    return lines;
}

LineColumn LineColumnAt(std::string_view text, size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const size_t last_newline = before.rfind('\n');
    LineColumn place;
    place.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    place.column =
        1 + static_cast<int>(last_newline == std::string_view::npos ? before.size() : before.size() - last_newline - 1);
    return place;
}

std::string_view LineAt(std::string_view text, int line) {
    for (int current = 1; current < line; ++current) {
        const size_t newline = text.find('\n');
        if (newline == std::string_view::npos) return {};
        text.remove_prefix(newline + 1);
    }
    text = text.substr(0, text.find('\n'));
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    return text;
}

int EditDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<int>> distance(a.size() + 1, std::vector<int>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) distance[i][0] = static_cast<int>(i);
    for (size_t j = 0; j <= b.size(); ++j) distance[0][j] = static_cast<int>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const int replace = distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            distance[i][j] = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                distance[i][j] = std::min(distance[i][j], distance[i - 2][j - 2] + 1);
            }
        }
    }
    return distance[a.size()][b.size()];
}

namespace {

bool SameButForCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// Sorted, since two of them may have been swapped.
std::string Digits(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c >= '0' && c <= '9'; });
    std::sort(digits.begin(), digits.end());
    return digits;
}

}  // namespace

std::string ClosestMatch(std::string_view word, const std::vector<std::string>& candidates) {
    int best = INT_MAX;
    std::string match;
    for (const std::string& candidate : candidates) {
        if (SameButForCase(word, candidate)) return candidate;
        const int distance = EditDistance(word, candidate);
        const auto longer = static_cast<int>(std::max(word.size(), candidate.size()));
        if (distance > longer / 3 || Digits(word) != Digits(candidate)) continue;
        if (distance < best) {
            best = distance;
            match = candidate;
        }
    }
    return match;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string match = ClosestMatch(word, candidates);
    return match.empty() ? std::string() : "did you mean '" + match + "'?";
}

std::string QuotedList(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
        text += "'" + words[i] + "'";
    }
    return text;
}

namespace {

// Bytes of the character that `text` begins with; 0 when it begins with none. Overlong forms, surrogates and what lies
// behind U+10FFFF are none.
size_t CharacterLength(std::string_view text) {
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                          : (first & 0xf0) == 0xe0         ? 3
                          : first >= 0xf0 && first <= 0xf4 ? 4
                                                           : 0;
    for (size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    const unsigned second = byte(1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    return length;
}

}  // namespace

std::string ValidUtf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const size_t length = CharacterLength(text);
        valid += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(0, length);
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return valid;
}

std::string_view CutUtf8(std::string_view text, size_t length) {
    if (text.size() <= length) return text;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
    return text.substr(0, length);
}

std::string Count(size_t number, std::string_view singular, std::string_view plural) {
    std::string text = std::to_string(number) + " ";
    if (number == 1) return text += singular;
    if (!plural.empty()) return text += plural;
    text += singular;
    return text += "s";
}

}  // namespace pto
