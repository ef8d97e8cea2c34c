#include "generator/steps/activity.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

TEST(Activity, LinesAreAddedInOrder) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    space.MakeDirectory(".pto-ninja");
    AppendActivity({"compiled", "gate", "never built", "", ""});
    AppendActivity({"spliced", "next_levels/decode: a b", "its .pto", "", ""});
    AppendActivity({"compiled", "gate", "", "o/gate.so", ""});
    EXPECT_EQ(space.Read(".pto-ninja/activity"),
              "compiled\tgate\tnever built\nspliced\tnext_levels/decode: a b\tits .pto\n"
              "compiled\tgate\t\to/gate.so\n");
    ClearActivity();
    EXPECT_EQ(space.Read(".pto-ninja/activity"), "");
    ClearActivity();
    AppendActivity({"compiled", "gate", "never built", "", ""});
    EXPECT_EQ(space.Read(".pto-ninja/activity"), "compiled\tgate\tnever built\n");
}

TEST(Activity, OnlyStepsThatInputStopsAreRefused) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    space.MakeDirectory(".pto-ninja");
    NoteRefusedStep({"golden", "x"}, ExitCode(ErrorKind::kToolchain));
    NoteRefusedStep({"info", "."}, ExitCode(ErrorKind::kInput));
    NoteRefusedStep({"generate", "."}, ExitCode(ErrorKind::kInput));
    NoteRefusedStep({}, ExitCode(ErrorKind::kUsage));
    EXPECT_FALSE(space.Exists(".pto-ninja/activity"));
    NoteRefusedStep({"golden", "x"}, ExitCode(ErrorKind::kInput));
    NoteRefusedStep({"generate", "--again", "."}, ExitCode(ErrorKind::kInput));
    NoteRefusedStep({"scan"}, ExitCode(ErrorKind::kUsage));
    NoteRefusedStep({"compile", "x"}, ExitCode(ErrorKind::kInput));
    EXPECT_EQ(space.Read(".pto-ninja/activity"),
              "refused\tgolden\nrefused\tgenerate\nrefused\tscan\nrefused\tcompile\n");
}

TEST(Activity, MissingDirectoryCostsNothingButTheLine) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    AppendActivity({"compiled", "gate", "never built", "", ""});
    ClearActivity();
    EXPECT_EQ(space.Files(), std::vector<std::string>{});
}

// A link, or a second name, would make it somebody else's file.
TEST(Activity, NeverGoesToAFileElsewhere) {
    const test::TempSpace space;
    space.MakeDirectory("d/.pto-ninja");
    space.Write("canary", "precious\n");
    const test::WorkingDirectory inside(space.Path("d"));
    ASSERT_EQ(symlink("../../canary", ".pto-ninja/activity"), 0);
    AppendActivity({"compiled", "gate", "never built", "", ""});
    ClearActivity();
    ASSERT_EQ(unlink(".pto-ninja/activity"), 0);
    ASSERT_EQ(link("../canary", ".pto-ninja/activity"), 0);
    AppendActivity({"compiled", "gate", "never built", "", ""});
    ClearActivity();
    EXPECT_EQ(space.Read("canary"), "precious\n");
    AppendActivity({"compiled", "gate", "never built", "", ""});
    EXPECT_EQ(space.Read("d/.pto-ninja/activity"), "compiled\tgate\tnever built\n");
}

TEST(Activity, ParallelStepsDoNotMix) {
    const test::TempSpace space;
    const test::WorkingDirectory inside(space.Root());
    space.MakeDirectory(".pto-ninja");
    std::vector<std::thread> steps;
    for (char letter = 'a'; letter < 'e'; ++letter) {
        steps.emplace_back([letter] {
            for (int i = 0; i < 100; ++i) AppendActivity({"compiled", std::string(300, letter), "it", "", ""});
        });
    }
    for (std::thread& step : steps) step.join();
    const std::string text = space.Read(".pto-ninja/activity");
    EXPECT_EQ(Lines(text).size(), 400u);
    for (const std::string_view line : Lines(text)) {
        ASSERT_EQ(line, "compiled\t" + std::string(300, line[9]) + "\tit");
    }
}

}  // namespace
}  // namespace pto::gen
