#include "generator/baseline/line_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace pto::gen {
namespace {

// `old_text` with the hunks applied as a patch program does it: by line numbers, every old line compared.
std::string Patched(const std::string& old_text, const std::vector<Hunk>& hunks) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < old_text.size();) {
        const size_t end = std::min(old_text.find('\n', at), old_text.size() - 1) + 1;
        lines.push_back(old_text.substr(at, end - at));
        at = end;
    }
    std::string text;
    size_t next = 0;
    size_t new_line = 0;
    for (const Hunk& hunk : hunks) {
        const size_t start = hunk.old_count > 0 ? hunk.old_start - 1 : hunk.old_start;
        for (; next < start; ++next, ++new_line) text += lines.at(next);
        EXPECT_EQ(hunk.new_start, new_line + (hunk.new_count > 0 ? 1 : 0));
        size_t olds = 0;
        size_t news = 0;
        for (const Hunk::Line& line : hunk.lines) {
            if (line.sign != '+') {
                EXPECT_EQ(lines.at(next++), line.text);
                ++olds;
            }
            if (line.sign != '-') {
                text += line.text;
                ++new_line;
                ++news;
            }
        }
        EXPECT_EQ(olds, hunk.old_count);
        EXPECT_EQ(news, hunk.new_count);
    }
    for (; next < lines.size(); ++next) text += lines[next];
    return text;
}

size_t EditCount(const LineEdits& edits) {
    return static_cast<size_t>(std::count(edits.removed.begin(), edits.removed.end(), true) +
                               std::count(edits.added.begin(), edits.added.end(), true));
}

// Lines less what a longest common subsequence keeps, by the textbook table.
size_t FewestEdits(const LineEdits& edits) {
    const size_t rows = edits.old_lines.size();
    const size_t columns = edits.new_lines.size();
    std::vector<std::vector<size_t>> common(rows + 1, std::vector<size_t>(columns + 1));
    for (size_t i = 1; i <= rows; ++i) {
        for (size_t j = 1; j <= columns; ++j) {
            common[i][j] = edits.old_lines[i - 1] == edits.new_lines[j - 1]
                               ? common[i - 1][j - 1] + 1
                               : std::max(common[i - 1][j], common[i][j - 1]);
        }
    }
    return rows + columns - 2 * common[rows][columns];
}

class Texts {
  public:
    explicit Texts(unsigned seed) : random_(seed) {}

    size_t Below(size_t limit) { return random_() % limit; }

    std::string Random(size_t lines, size_t alphabet) {
        std::string text;
        for (size_t i = 0; i < lines; ++i) text += "line " + std::to_string(Below(alphabet)) + "\n";
        if (!text.empty() && Below(4) == 0) text.pop_back();
        return text;
    }

    // A few lines inserted, removed or replaced.
    std::string Edited(const std::string& text, size_t edits) {
        std::string result = text;
        for (size_t i = 0; i < edits; ++i) {
            const size_t begin = result.empty() ? 0 : result.find('\n', Below(result.size()));
            if (begin == std::string::npos) continue;
            const size_t end = result.find('\n', begin + 1);
            const size_t what = Below(3);
            const size_t length = what == 0 || end == std::string::npos ? 0 : end - begin;
            result.replace(begin, length, what == 1 ? "" : "\nedit " + std::to_string(Below(5)));
        }
        return result;
    }

  private:
    std::mt19937 random_;
};

TEST(LineDiffTest, HunksOfRandomEditsGiveTheNewText) {
    Texts texts(1);
    for (int round = 0; round < 3000; ++round) {
        const std::string old_text = texts.Random(texts.Below(60), 1 + texts.Below(30));
        const std::string new_text = round % 2 == 0 ? texts.Edited(old_text, texts.Below(8))
                                                    : texts.Random(texts.Below(60), 1 + texts.Below(30));
        const LineEdits edits = DiffLines(old_text, new_text);
        const std::vector<Hunk> hunks = Hunks(edits, texts.Below(5));
        ASSERT_EQ(Patched(old_text, hunks), new_text) << old_text << "----\n" << new_text;
        ASSERT_EQ(hunks.empty(), old_text == new_text);
        ASSERT_EQ(EditCount(edits), FewestEdits(edits)) << old_text << "----\n" << new_text;
    }
}

TEST(LineDiffTest, LongTextsWithFewEditsAreExact) {
    Texts texts(2);
    const std::string old_text = texts.Random(3000, 300);
    const std::string new_text = texts.Edited(old_text, 200);
    const LineEdits edits = DiffLines(old_text, new_text);
    EXPECT_EQ(Patched(old_text, Hunks(edits)), new_text);
    EXPECT_EQ(EditCount(edits), FewestEdits(edits));
}

// What costs an unbounded search most: everything differs, and every line has many partners.
TEST(LineDiffTest, TextsWithNothingInPlaceEndAndAreCorrect) {
    Texts texts(3);
    for (const size_t alphabet : {2, 100, 10'000, 1'000'000}) {
        const std::string old_text = texts.Random(20'000, alphabet);
        const std::string new_text = texts.Random(20'000, alphabet);
        EXPECT_EQ(Patched(old_text, Hunks(DiffLines(old_text, new_text))), new_text) << alphabet;
    }
}

TEST(LineDiffTest, EqualAndEmptyTextsHaveNoHunks) {
    EXPECT_TRUE(Hunks(DiffLines("", "")).empty());
    EXPECT_TRUE(Hunks(DiffLines("a\nb", "a\nb")).empty());
    EXPECT_EQ(Hunks(DiffLines("", "a\n")).size(), 1U);
    EXPECT_EQ(Hunks(DiffLines("a\n", "")).size(), 1U);
}

TEST(LineDiffTest, AnInsertedBlockEndsWhereItCouldAsWellBegin) {
    const LineEdits edits =
        DiffLines("void a() {\n}\n\nvoid c() {\n}\n", "void a() {\n}\n\nvoid b() {\n}\n\nvoid c() {\n}\n");
    EXPECT_EQ(edits.added, (std::vector<bool>{false, false, false, true, true, true, false, false}));
    const LineEdits removed = DiffLines("x\nx\nx\ny\n", "x\ny\n");
    EXPECT_EQ(removed.removed, (std::vector<bool>{false, true, true, false}));
}

TEST(LineDiffTest, ChangesShareAHunkUpToTwiceTheContext) {
    const std::string old_text = "a\n1\n2\n3\n4\n5\n6\nb\n";
    const std::string new_text = "A\n1\n2\n3\n4\n5\n6\nB\n";
    EXPECT_EQ(Hunks(DiffLines(old_text, new_text), 3).size(), 1U);
    EXPECT_EQ(Hunks(DiffLines(old_text, new_text), 2).size(), 2U);
    EXPECT_EQ(Hunks(DiffLines(old_text, new_text), 0).size(), 2U);
}

}  // namespace
}  // namespace pto::gen
