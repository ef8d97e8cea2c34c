#include "generator/commands/recorded_options.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/options/option_table.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/tensor_values.h"

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
    GenerateOptions given;
    CommandLine later("pto-ninja", "");
    AddGenerateOptions(later, given);
    later.Parse(second);
    return FlagsOf(OverRecorded(files, "d", later, given));
}

TEST(RecordedOptions, TheLastOfTwoThatExcludeEachOtherCounts) {
    EXPECT_EQ(Kept({"--pch", "--no-pch"}, {}), Words{"--no-pch"});
    EXPECT_EQ(Kept({"--no-pch", "--pch"}, {}), Words{"--pch"});
    EXPECT_EQ(Kept({"--pch"}, {"--no-pch"}), Words{"--no-pch"});
    EXPECT_EQ(Kept({"--no-pch"}, {"--pch"}), Words{"--pch"});
    EXPECT_EQ(Kept({"--pch"}, {}), Words{"--pch"});
    EXPECT_EQ(Kept({}, {}), Words{});
}

TEST(RecordedOptions, WhatIsGivenLaterWinsAndTheRestStays) {
    EXPECT_EQ(Kept({"--platform", "a5sim", "--launcher", "ccache"}, {"--platform", "a2a3sim"}),
              (Words{"--platform", "a2a3sim", "--launcher", "ccache"}));
    EXPECT_EQ(Kept({"--launcher", "ccache"}, {"--launcher", ""}), Words{});
    EXPECT_EQ(Kept({"--ptoas-flag=-a", "--ptoas-flag=-b"}, {"--ptoas-flag=-c"}), Words{"--ptoas-flag=-c"});
    EXPECT_EQ(Kept({"--pto-isa-root-before", "/before"}, {"--pto-isa-root", "/isa"}),
              (Words{"--pto-isa-root", "/isa", "--pto-isa-root-before", "/before"}));
}

TEST(RecordedOptions, ALaterChoiceOfDevicesTakesThePlaceOfTheOther) {
    EXPECT_EQ(Kept({"--device-ids", "4,5"}, {"--world-size", "3"}), (Words{"--world-size", "3"}));
    EXPECT_EQ(Kept({"--world-size", "3"}, {"--device-ids", "4,5"}), (Words{"--device-ids", "4,5"}));
    EXPECT_EQ(Kept({"--world-size", "3"}, {"--launcher", "ccache"}),
              (Words{"--launcher", "ccache", "--world-size", "3"}));
    // Both at once are told as a mistake when they are used.
    EXPECT_EQ(Kept({}, {"--world-size", "3", "--device-ids", "4"}), (Words{"--device-ids", "4", "--world-size", "3"}));
}

TEST(RecordedOptions, SomethingElseIsDamage) {
    const auto refusal = [](const std::string& text) {
        MemoryFileSystem files;
        files.Add(std::string("d/") + kOptionsFile, text);
        return test::ErrorOf([&] { RecordedOptions(files, "d"); });
    };
    const std::string remedy =
        ", expected flags of pto-ninja, a word a line; delete it, and generate again with the flags that are wanted";
    EXPECT_EQ(refusal("--help\n"), "d/.pto-ninja/options: found --help" + remedy);
    EXPECT_EQ(refusal("--plattform\na5\n"), "d/.pto-ninja/options: unknown flag '--plattform'" + remedy);
    EXPECT_EQ(refusal("--platform\n"),
              "d/.pto-ninja/options: --platform: 1 required NAME:a2a3|a2a3sim|a5|a5sim missing" + remedy);
}

// As a version before wrote it.
TEST(RecordedOptions, BothInOneFileAreTheLast) {
    MemoryFileSystem files;
    files.Add(std::string("d/") + kOptionsFile, "--pch\n--no-pch\n");
    EXPECT_EQ(FlagsOf(RecordedOptions(files, "d")), Words{"--no-pch"});
}

}  // namespace
}  // namespace pto::gen
