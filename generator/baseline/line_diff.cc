#include "generator/baseline/line_diff.h"

#include <algorithm>
#include <unordered_map>

#include "generator/baseline/edit_path.h"

namespace pto::gen {
namespace {

std::vector<std::string_view> LinesWithEnds(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t newline = text.find('\n');
        const size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

// Equal lines get equal numbers, so that the search compares integers.
using Numbers = std::vector<int>;

Numbers Numbered(const std::vector<std::string_view>& lines, std::unordered_map<std::string_view, int>& known) {
    Numbers numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines) {
        numbers.push_back(known.emplace(line, static_cast<int>(known.size())).first->second);
    }
    return numbers;
}

// The lines that stand in the other text at all; all others are edits whatever the search finds, and cost it nothing.
struct Common {
    Numbers numbers;
    std::vector<size_t> lines;  // their places in the text
};

Common CommonLines(const Numbers& numbers, const std::vector<bool>& in_other, std::vector<bool>& edited) {
    Common common;
    for (size_t line = 0; line < numbers.size(); ++line) {
        if (in_other[static_cast<size_t>(numbers[line])]) {
            common.numbers.push_back(numbers[line]);
            common.lines.push_back(line);
        } else {
            edited[line] = true;
        }
    }
    return common;
}

std::vector<bool> Occurring(const Numbers& numbers, size_t distinct) {
    std::vector<bool> occurring(distinct);
    for (const int number : numbers) occurring[static_cast<size_t>(number)] = true;
    return occurring;
}

void Mark(const Common& common, const std::vector<bool>& found, std::vector<bool>& edited) {
    for (size_t i = 0; i < found.size(); ++i) edited[common.lines[i]] = edited[common.lines[i]] || found[i];
}

// The end of the run of edited lines that begins at `line`.
size_t RunEnd(const std::vector<bool>& edited, size_t line) {
    while (line < edited.size() && edited[line]) ++line;
    return line;
}

// Moves a run down over lines that it could as well end with; `other` is the line beside it in the other text, where
// nothing may be edited. Returns how far it went.
size_t Slide(const std::vector<std::string_view>& lines, std::vector<bool>& edited, size_t begin, size_t end,
             const std::vector<bool>& other_edited, size_t other) {
    const size_t start = begin;
    while (end < lines.size() && !edited[end] && !other_edited[other] && lines[begin] == lines[end]) {
        edited[begin++] = false;
        edited[end++] = true;
        ++other;
    }
    return begin - start;
}

// A new function is then shown as "+void f() {...}", not with the brace of the one before it.
void SlideRuns(LineEdits& edits) {
    size_t i = 0;
    size_t j = 0;
    while (i < edits.old_lines.size() || j < edits.new_lines.size()) {
        size_t old_end = RunEnd(edits.removed, i);
        size_t new_end = RunEnd(edits.added, j);
        if (old_end > i && new_end == j) {
            const size_t moved = Slide(edits.old_lines, edits.removed, i, old_end, edits.added, j);
            old_end += moved;
            new_end += moved;
        } else if (new_end > j && old_end == i) {
            const size_t moved = Slide(edits.new_lines, edits.added, j, new_end, edits.removed, i);
            old_end += moved;
            new_end += moved;
        }
        // Another run may begin right here.
        if (old_end == i && new_end == j) {
            ++old_end;
            ++new_end;
        }
        i = old_end;
        j = new_end;
    }
}

// One step through both texts: an edit of one side, or a line that both have.
struct Step {
    char sign;
    size_t old_line;  // where the step begins
    size_t new_line;
};

std::vector<Step> StepsOf(const LineEdits& edits) {
    std::vector<Step> steps;
    size_t i = 0;
    size_t j = 0;
    while (i < edits.old_lines.size() || j < edits.new_lines.size()) {
        if (i < edits.old_lines.size() && edits.removed[i]) {
            steps.push_back({'-', i++, j});
        } else if (j < edits.new_lines.size() && edits.added[j]) {
            steps.push_back({'+', i, j++});
        } else {
            steps.push_back({' ', i++, j++});
        }
    }
    return steps;
}

Hunk HunkOf(const LineEdits& edits, const std::vector<Step>& steps, size_t begin, size_t end) {
    Hunk hunk;
    for (size_t s = begin; s < end; ++s) {
        const Step& step = steps[s];
        hunk.lines.push_back({step.sign, step.sign == '+' ? edits.new_lines[step.new_line]  //
                                                          : edits.old_lines[step.old_line]});
        if (step.sign != '+') ++hunk.old_count;
        if (step.sign != '-') ++hunk.new_count;
    }
    hunk.old_start = steps[begin].old_line + (hunk.old_count > 0 ? 1 : 0);
    hunk.new_start = steps[begin].new_line + (hunk.new_count > 0 ? 1 : 0);
    return hunk;
}

}  // namespace

LineEdits DiffLines(std::string_view old_text, std::string_view new_text) {
    LineEdits edits;
    edits.old_lines = LinesWithEnds(old_text);
    edits.new_lines = LinesWithEnds(new_text);
    edits.removed.resize(edits.old_lines.size());
    edits.added.resize(edits.new_lines.size());
    std::unordered_map<std::string_view, int> known;
    const Numbers old_numbers = Numbered(edits.old_lines, known);
    const Numbers new_numbers = Numbered(edits.new_lines, known);
    const Common before = CommonLines(old_numbers, Occurring(new_numbers, known.size()), edits.removed);
    const Common after = CommonLines(new_numbers, Occurring(old_numbers, known.size()), edits.added);
    const EditPath path = FindEditPath(before.numbers, after.numbers);
    Mark(before, path.removed, edits.removed);
    Mark(after, path.added, edits.added);
    SlideRuns(edits);
    return edits;
}

std::vector<Hunk> Hunks(const LineEdits& edits, size_t context) {
    const std::vector<Step> steps = StepsOf(edits);
    const auto is_edit = [](const Step& step) { return step.sign != ' '; };
    std::vector<Hunk> hunks;
    auto first = std::find_if(steps.begin(), steps.end(), is_edit);
    while (first != steps.end()) {
        size_t end = static_cast<size_t>(first - steps.begin());  // behind the last edit of the hunk
        const size_t begin = end > context ? end - context : 0;
        while (first != steps.end() && static_cast<size_t>(first - steps.begin()) <= end + 2 * context) {
            end = static_cast<size_t>(first - steps.begin()) + 1;
            first = std::find_if(first + 1, steps.end(), is_edit);
        }
        hunks.push_back(HunkOf(edits, steps, begin, std::min(end + context, steps.size())));
    }
    return hunks;
}

}  // namespace pto::gen
