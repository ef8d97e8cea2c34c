#include "generator/baseline/tar.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pto::gen {
namespace {

std::string ErrorOf(const std::string& text) {
    try {
        ParseTar(text, "d/sources.tar");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

std::string Damage(const std::string& what) {
    return "d/sources.tar: is damaged: " + what +
           "; delete it; the sources as they are then count as the code as compiled from the next generation on";
}

TEST(TarTest, EntriesComeBackAsTheyWent) {
    const std::string exact(512, 'x');
    const std::string long_name = "kernels/aiv/" + std::string(200, 'k') + ".cpp";
    const std::string text = TarEntryText({"a.cpp", "text\n", 1'700'000'000}) + TarEntryText({"empty", "", 0}) +
                             TarEntryText({long_name, exact, 12}) +
                             TarEntryText({std::string(100, 'n'), std::string("\0\n", 2), -5});
    const std::string whole = text + TarEnd();
    const TarArchive archive = ParseTar(whole, "t");
    ASSERT_EQ(archive.entries.size(), 4U);
    EXPECT_EQ(archive.entries[0].name, "a.cpp");
    EXPECT_EQ(archive.entries[0].content, "text\n");
    EXPECT_EQ(archive.entries[0].mtime_seconds, 1'700'000'000);
    EXPECT_EQ(archive.entries[1].content, "");
    EXPECT_EQ(archive.entries[2].name, long_name);
    EXPECT_EQ(archive.entries[2].content, exact);
    EXPECT_EQ(archive.entries[3].name, std::string(100, 'n'));
    EXPECT_EQ(archive.entries[3].content, std::string("\0\n", 2));
    EXPECT_EQ(archive.entries[3].mtime_seconds, 0);
    EXPECT_EQ(archive.end, text.size());
}

TEST(TarTest, WhatIsNoArchiveIsRefused) {
    const std::string good = TarEntryText({"a.cpp", "text\n", 7});
    EXPECT_EQ(ErrorOf(good + TarEnd()), "no error");
    EXPECT_EQ(ErrorOf(TarEnd()), "no error");
    EXPECT_EQ(ErrorOf(""), Damage("it ends too early"));
    EXPECT_EQ(ErrorOf(good), Damage("it ends too early"));
    EXPECT_EQ(ErrorOf(good.substr(0, 515)), Damage("it ends too early"));
    std::string flipped = good;
    flipped[0] = 'b';
    EXPECT_EQ(ErrorOf(flipped + TarEnd()), Damage("the checksum of a header is wrong"));
    flipped[148] = 'z';
    EXPECT_EQ(ErrorOf(flipped + TarEnd()), Damage("a header has no number where it must"));
    EXPECT_EQ(ErrorOf(std::string(2000, 'x')), Damage("a header has no number where it must"));
    // Type 5 is a directory; the checksum counts the difference.
    std::string directory = good;
    directory[156] = '5';
    for (size_t i = 153; i >= 148; --i) {
        const unsigned sum = static_cast<unsigned>(std::stoul(good.substr(148, 6), nullptr, 8)) + 5;
        directory[i] = static_cast<char>('0' + (sum >> (3 * (153 - i))) % 8);
    }
    EXPECT_EQ(ErrorOf(directory + TarEnd()), Damage("an entry is no file"));
}

// A restore would write there.
TEST(TarTest, NamesThatAreNoneBelowTheDirectoryAreRefused) {
    const std::pair<std::string, std::string> cases[] = {
        {"../canary", "'../canary' leads out of the directory"},
        {"/etc/passwd", "'/etc/passwd' leads out of the directory"},
        {"a/../../x", "'a/../../x' leads out of the directory"},
        {".pending/../x", "'.pending/../x' leads out of the directory"},
        {".pending//x", "'.pending//x' is no plain path"},
        {"a\\b", "'a\\b' has a backslash"},
        {"a\nb", "'a?b' has a control character"},
        {"", "'' is empty"},
        {"kernels/", "'kernels/' is no plain path"},
        {"../" + std::string(150, 'n'), "'../" + std::string(150, 'n') + "' leads out of the directory"},
        {std::string(101, 'a') + std::string("\0b", 2), "'" + std::string(101, 'a') + "?b' has a control character"},
    };
    for (const auto& [name, what] : cases) {
        EXPECT_EQ(ErrorOf(TarEntryText({name, "EVIL\n", 0}) + TarEnd()), Damage("the name " + what));
    }
}

TEST(TarTest, EveryTruncationIsNoticed) {
    const std::string text = TarEntryText({std::string(150, 'n'), std::string(600, 'c'), 7});
    for (size_t size = 0; size < text.size(); ++size) {
        EXPECT_EQ(ErrorOf(text.substr(0, size)), Damage("it ends too early")) << size;
    }
}

}  // namespace
}  // namespace pto::gen
