// What was removed and added between two texts, line by line: E. W. Myers, "An O(ND) Difference Algorithm and Its
// Variations" (1986), in linear space. Pure.
#pragma once

#include <string_view>
#include <vector>

namespace pto::gen {

// Views into the texts; a line keeps its "\n", so that a last line without one differs from the same line with one.
struct LineEdits {
    std::vector<std::string_view> old_lines;
    std::vector<std::string_view> new_lines;
    std::vector<bool> removed;  // parallel to old_lines
    std::vector<bool> added;    // parallel to new_lines

    // The lines that are neither removed nor added are the same in both, in the same order.
};

// As few edits as possible, unless the texts have thousands of differences: then the work is bounded and the answer,
// though still correct, may have more. A run that could stand in several places stands in the last of them.
LineEdits DiffLines(std::string_view old_text, std::string_view new_text);

// A change with the unchanged lines around it. Starts count from 1, or are the line before when the count is 0.
struct Hunk {
    struct Line {
        char sign = ' ';  // ' ', '-', '+'
        std::string_view text;
    };
    size_t old_start = 0;
    size_t old_count = 0;
    size_t new_start = 0;
    size_t new_count = 0;
    std::vector<Line> lines;
};

// Changes that are at most twice `context` apart share a hunk.
std::vector<Hunk> Hunks(const LineEdits& edits, size_t context = 3);

}  // namespace pto::gen
