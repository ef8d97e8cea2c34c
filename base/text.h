// Small text helpers shared by parsers and messages; pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pto {

std::string_view Trim(std::string_view text);
std::vector<std::string_view> Split(std::string_view text, char separator);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);

// Lines without their "\n" or "\r\n"; a last line without newline counts, an empty text has none.
std::vector<std::string_view> Lines(std::string_view text);
// The same for a file of ours, in which only "\n" ends a line: a name may end with a carriage return.
std::vector<std::string_view> ExactLines(std::string_view text);

struct LineColumn {
    int line = 1;    // from 1
    int column = 1;  // from 1, in bytes
};
LineColumn LineColumnAt(std::string_view text, size_t offset);

// The text of the 1-based line, without line end; empty past the end.
std::string_view LineAt(std::string_view text, int line);

// Levenshtein distance with cost 1 for insert, delete, replace and the swap of two neighbours.
int EditDistance(std::string_view a, std::string_view b);

// The candidate closest to `word`, or empty: another case is close, else a distance of at most a third of the longer
// one with the same digits, since another number is another thing and no slip.
std::string ClosestMatch(std::string_view word, const std::vector<std::string>& candidates);

// "; did you mean 'x'?" without the leading separator, or empty when nothing is close.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates);

// 'a', 'b' and 'c'.
std::string QuotedList(const std::vector<std::string>& words);

// The same with U+FFFD for each byte that is no part of UTF-8, so that whatever a file holds can stand in a page or in
// JSON.
std::string ValidUtf8(std::string_view text);

// At most `length` bytes from the front, and no half of a character at the end.
std::string_view CutUtf8(std::string_view text, size_t length);

// "1 kernel", "3 kernels".
std::string Count(size_t number, std::string_view singular, std::string_view plural = {});

}  // namespace pto
