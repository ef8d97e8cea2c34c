#include "generator/commands/recorded_options.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "generator/commands/command_line.h"
#include "generator/graph/layout.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using Words = std::vector<std::string>;

// The flags of a directory that was generated with `first`, then with --keep-flags and `second`.
Words Kept(const Words& first, const Words& second) {
    GenerateOptions options;
    CommandLine line("pto-ninja", "");
    AddGenerateOptions(line, options);
    line.Parse(first);
    MemoryFileSystem files;
    files.Add(std::string("d/") + kOptionsFile, Join(FlagsOf(options), "\n") + "\n");
    options = RecordedOptions(files, "d");
    line.Parse(second);
    return FlagsOf(options);
}

TEST(RecordedOptions, TheLastOfTwoThatExcludeEachOtherCounts) {
    EXPECT_EQ(Kept({"--pch", "--no-pch"}, {}), Words{"--no-pch"});
    EXPECT_EQ(Kept({"--no-pch", "--pch"}, {}), Words{"--pch"});
    EXPECT_EQ(Kept({"--pch"}, {"--no-pch"}), Words{"--no-pch"});
    EXPECT_EQ(Kept({"--no-pch"}, {"--pch"}), Words{"--pch"});
    EXPECT_EQ(Kept({"--pch"}, {}), Words{"--pch"});
    EXPECT_EQ(Kept({}, {}), Words{});
}

// As a version before wrote it.
TEST(RecordedOptions, BothInOneFileAreTheLast) {
    MemoryFileSystem files;
    files.Add(std::string("d/") + kOptionsFile, "--pch\n--no-pch\n");
    EXPECT_EQ(FlagsOf(RecordedOptions(files, "d")), Words{"--no-pch"});
}

}  // namespace
}  // namespace pto::gen
