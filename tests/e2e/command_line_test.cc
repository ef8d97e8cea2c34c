// What the programs say of their own command lines: help, man pages, completions, and PyPTO's flags by their names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/process.h"
#include "base/text.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";
const std::string kReplay = std::string(PTO_BIN_DIR) + "/pto-replay";

class CommandLineTest : public testing::TestWithParam<const char*> {
  protected:
    std::string Program() const { return std::string(PTO_BIN_DIR) + "/" + GetParam(); }

    std::string Printed(const std::string& what) {
        const Outcome outcome = work_.Tool({Program(), "--print", what});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }

    Workspace work_;
};

TEST_P(CommandLineTest, ManPageHasNoWarnings) {
    PTO_NEEDS(MissingProgram("groff"));
    WriteFile(work_.Path("page.1"), Printed("man"));
    const Outcome outcome =
        work_.Tool({"groff", "-man", "-Tascii", "-ww", "-P-c", "-P-b", "-P-u", work_.Path("page.1")});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* heading : {"NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"}) {
        EXPECT_THAT(outcome.out, HasSubstr("\n" + std::string(heading) + "\n"));
    }
}

TEST_P(CommandLineTest, CompletionsAreValidScripts) {
    for (const char* shell : {"bash", "zsh"}) {
        PTO_NEEDS(MissingProgram(shell));
        WriteFile(work_.Path("script"), Printed(shell));
        const Outcome outcome = work_.Tool({shell, "-n", work_.Path("script")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        EXPECT_EQ(outcome.err, "");
    }
}

TEST_P(CommandLineTest, AnythingElseToPrintIsRefused) {
    const Outcome outcome = work_.Tool({Program(), "--print", "html"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.err,
              std::string(GetParam()) + ": error: --print: 'html' given, expected 'man', 'bash' and 'zsh'\n");
}

INSTANTIATE_TEST_SUITE_P(Programs, CommandLineTest, testing::Values("pto-ninja", "pto-replay"), [](const auto& chosen) {
    std::string name = chosen.param;
    name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
    return name;
});

TEST(HelpTest, FitsTwoScreens) {
    Workspace work;
    const Outcome outcome = work.Tool({kReplay, "--help"});
    EXPECT_EQ(outcome.exit_code, 0);
    const std::vector<std::string_view> lines = Lines(outcome.out);
    EXPECT_LE(lines.size(), 100U);
    for (const std::string_view line : lines) EXPECT_LE(line.size(), 100U) << line;
    for (const char* group : {"Inputs and outputs:", "Judging:", "Benchmark and compare:", "Diagnostics, recorded in",
                              "Build:", "Run:", "Output:"}) {
        EXPECT_THAT(outcome.out, HasSubstr("\n" + std::string(group)));
    }
}

// PyPTO's replay has them, with the same number of values.
TEST(HelpTest, FlagsOfPyPtosReplayAreThere) {
    Workspace work;
    const std::string help = work.Tool({kReplay, "--help"}).out;
    for (const char* flag :
         {"--platform NAME", "--device-id N", "--pmu LEVEL", "--swimlane ", "--swimlane-level LEVEL",
          "--dump-args [LEVEL]", "--dep-gen ", "--scope-stats ", "--no-recompile ", "--no-rebuild-from-pto ",
          "--log-level LEVEL", "--log-sync-pypto ", "--validate ", "--no-validate "}) {
        EXPECT_THAT(help, HasSubstr("  " + std::string(flag)));
    }
}

TEST(HelpTest, EveryCommandHasItsOwn) {
    Workspace work;
    for (const char* command : {"generate", "info", "list", "diff", "restore", "plan", "ide"}) {
        const Outcome outcome = work.Tool({kNinja, command, "--help"});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_THAT(outcome.out, HasSubstr("DIR"));
        for (const std::string_view line : Lines(outcome.out)) EXPECT_LE(line.size(), 100U) << line;
    }
}

TEST(HelpTest, MistypedCommandsAreNamed) {
    Workspace work;
    const Outcome command = work.Tool({kNinja, "inof", "DIR"}, work.Path(""));
    EXPECT_EQ(command.exit_code, 2);
    EXPECT_EQ(command.err, "pto-ninja: error: 'inof' is neither a command nor a directory; did you mean 'info'?\n");
    std::filesystem::create_directory(work.Path("inof"));
    EXPECT_THAT(work.Tool({kNinja, "inof"}, work.Path("")).err, Not(HasSubstr("did you mean")));
    const Outcome flag = work.Tool({kNinja, "restore", ".", "--yse"});
    EXPECT_EQ(flag.err, "pto-ninja: error: unknown flag '--yse'; did you mean '--yes'?\n");
    const Outcome verb = work.Tool({kReplay, ".", "becnhmark"});
    EXPECT_THAT(verb.err, HasSubstr("did you mean 'benchmark'?\n"));
}

// One command from a directory as it was compiled to its verdict.
TEST(ReplayByHandTest, GeneratesWhereNothingWasGenerated) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    const Outcome first = work.Tool({kReplay, directory, "--quiet"});
    EXPECT_EQ(first.exit_code, 0) << first.All();
    EXPECT_EQ(LastRun(directory, "result"), "\"passed\"");
    // Another platform, by PyPTO's flag; what else the directory was generated with stays.
    ASSERT_EQ(work.Generate(directory, {"--no-pch"}).exit_code, 0);
    const Outcome other = work.Tool({kReplay, directory, "--platform", "a5sim"});
    EXPECT_EQ(other.exit_code, 0) << other.All();
    EXPECT_EQ(LastRun(directory, "platform"), "\"a5sim\"");
    EXPECT_THAT(ReadFile(directory + "/.pto-ninja/options"), HasSubstr("--no-pch\n"));
    EXPECT_EQ(work.Tool({kReplay, directory}).exit_code, 0);
    EXPECT_EQ(LastRun(directory, "platform"), "\"a5sim\"");
}

TEST(ReplayByHandTest, WhatCannotBeBuiltIsOneErrorOfItsOwn) {
    Workspace work;
    const Outcome missing = work.Tool({kReplay, work.Path("nowhere")});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_THAT(missing.err, HasSubstr("pto-replay: error: " + work.Path("nowhere") +
                                       ": no such directory; give the path of a build_output/<jit_dir>\n"));
    std::filesystem::create_directory(work.Path("empty"));
    const Outcome empty = work.Tool({kReplay, work.Path("empty")});
    EXPECT_EQ(empty.exit_code, 2);
    EXPECT_THAT(empty.err, HasSubstr("pto-replay: error: " + work.Path("empty") +
                                     ": not a compiled directory itself; give one of those below it, or generate "
                                     "and replay all: pto-ninja " +
                                     work.Path("empty") + " && ninja -C " + work.Path("empty") + " replay\n"));
    std::filesystem::create_directory(work.Path("tree"));
    work.CopyExample("scale_shift", "tree/one");
    const Outcome tree = work.Tool({kReplay, work.Path("tree")});
    EXPECT_EQ(tree.exit_code, 2);
    EXPECT_THAT(tree.err, HasSubstr("pto-replay: error: " + work.Path("tree") +
                                    ": not a compiled directory itself; give one of those below it, or generate "
                                    "and replay all: pto-ninja " +
                                    work.Path("tree") + " && ninja -C " + work.Path("tree") + " replay\n"));
    EXPECT_FALSE(work.space().Exists("tree/build.ninja"));
    EXPECT_FALSE(work.space().Exists("tree/one/build.ninja"));
}

TEST(ReplayByHandTest, GeneratesAgainWhereOurFolderWasDeleted) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    std::filesystem::remove_all(directory + "/.pto-ninja");
    const Outcome again = work.Tool({kReplay, directory, "--quiet"});
    EXPECT_EQ(again.exit_code, 0) << again.All();
}

TEST(ReplayByHandTest, WithoutABuildAnotherPlatformIsRefused) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    EXPECT_EQ(work.Tool({kReplay, directory, "--no-build", "--platform", "a2a3sim"}).exit_code, 0);
    const Outcome other = work.Tool({kReplay, directory, "--no-build", "--platform", "a5sim"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(other.err, HasSubstr("pto-replay: error: --platform a5sim: the directory is built for 'a2a3sim', and "
                                     "this run does not build; run 'pto-ninja " +
                                     directory + " --platform a5sim' first\n"));
    const Outcome debug = work.Tool({kReplay, directory, "--no-build", "--debug"});
    EXPECT_EQ(debug.exit_code, 2);
    EXPECT_THAT(debug.err, HasSubstr("pto-replay: error: --debug: no binaries for a debugger were built, and this run "
                                     "does not build; run 'pto-replay " +
                                     directory + " --debug' first\n"));
}

// What each program prints on stdout, by how it is called.
struct Printing {
    const char* program;
    std::string arguments;
};

class LostOutputTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        const Outcome built = work_.Replay(directory_);
        ASSERT_EQ(built.exit_code, 0) << built.All();
        EditFile(directory_ + "/golden.py", "RTOL = 1e-6", "RTOL = 1e-5");
    }

    std::vector<Printing> All() const {
        return {{"pto-ninja", directory_},
                {"pto-ninja", "info " + directory_},
                {"pto-ninja", "list " + directory_},
                {"pto-ninja", "report " + directory_},
                {"pto-ninja", "diff " + directory_},
                {"pto-ninja", "ide " + directory_},
                {"pto-ninja", "targets " + directory_},
                {"pto-ninja", "--version"},
                {"pto-ninja", "--help"},
                {"pto-ninja", "generate --help"},
                {"pto-ninja", "--print man"},
                {"pto-ninja", "--print bash"},
                {"pto-ninja", "--print zsh"},
                {"pto-replay", "--help"},
                {"pto-replay", "--version"},
                {"pto-replay", "--print man"},
                {"pto-replay", "--print bash"},
                {"pto-replay", directory_ + " --no-build"},
                {"pto-replay", directory_ + " --no-build --json"}};
    }

    // stdout as the shell redirects it.
    Outcome Call(const Printing& printing, const std::string& redirection) {
        return work_.Tool(
            {"sh", "-c",
             std::string(PTO_BIN_DIR) + "/" + printing.program + " " + printing.arguments + " " + redirection},
            directory_);
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(LostOutputTest, IsAFailureEverywhere) {
    for (const Printing& printing : All()) {
        const std::string call = std::string(printing.program) + " " + printing.arguments;
        const Outcome kept = Call(printing, "");
        ASSERT_EQ(kept.exit_code, 0) << call << kept.err;
        ASSERT_NE(kept.out, "") << call;
        const std::string lost = std::string(printing.program) + ": error: standard output: cannot be written: ";
        const std::string remedy = "; run the command again with an output that takes what it prints\n";
        const Outcome full = Call(printing, "> /dev/full");
        EXPECT_EQ(full.exit_code, 3) << call;
        EXPECT_EQ(full.err, kept.err + lost + "No space left on device" + remedy) << call;
        const Outcome closed = Call(printing, ">&-");
        EXPECT_EQ(closed.exit_code, 3) << call;
        EXPECT_EQ(closed.err, kept.err + lost + "Bad file descriptor" + remedy) << call;
    }
}

// Nobody reads on, as after `| head -1`: nothing is said, whether SIGPIPE ends the program or is ignored.
TEST_F(LostOutputTest, AReaderThatHasGoneIsNone) {
    const std::string prepare = "rm -f ../pipe; mkfifo ../pipe; (exec 4< ../pipe) & exec 5> ../pipe; wait; ";
    for (const Printing& printing : All()) {
        const std::string program = std::string(PTO_BIN_DIR) + "/" + printing.program + " " + printing.arguments;
        const Outcome ignored = work_.Tool({"sh", "-c", "trap '' PIPE; " + prepare + program + " >&5"}, directory_);
        EXPECT_EQ(ignored.exit_code, 0) << program << ignored.err;
        EXPECT_THAT(ignored.err, Not(HasSubstr("error"))) << program;
        const Outcome ended = work_.Tool({"sh", "-c", prepare + program + " >&5"}, directory_);
        EXPECT_EQ(ended.exit_code, 128 + SIGPIPE) << program << ended.err;
        EXPECT_THAT(ended.err, Not(HasSubstr("error"))) << program;
    }
}

// No file that is written takes the place of a stream that is closed.
TEST_F(LostOutputTest, ClosedStreamsHarmNoFile) {
    const std::string manifest = ReadFile(directory_ + "/.pto-ninja/manifest.json");
    const std::string build = ReadFile(directory_ + "/build.ninja");
    std::filesystem::remove(directory_ + "/build.ninja");
    const Outcome closed = Call({"pto-ninja", directory_ + " --quiet"}, "<&- >&- 2>&-");
    EXPECT_EQ(closed.exit_code, 0);
    EXPECT_EQ(ReadFile(directory_ + "/build.ninja"), build);
    EXPECT_EQ(ReadFile(directory_ + "/.pto-ninja/manifest.json"), manifest);
}

}  // namespace
}  // namespace pto::test
