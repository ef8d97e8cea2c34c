// What was edited is shown as a patch, and the code as compiled comes back without anything being lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Files = std::map<std::string, std::string>;

constexpr char kKernel[] = "/kernels/aiv/scale_shift.cpp";

Outcome PtoNinja(Workspace& work, const std::vector<std::string>& arguments, const std::string& cwd = {},
                 const Environment& env = {}) {
    std::vector<std::string> command = {std::string(PTO_BIN_DIR) + "/pto-ninja"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return work.Tool(command, cwd, env);
}

// Folders of replaced files, relative names -> contents; one map for each, oldest first.
std::vector<Files> Replaced(const std::string& directory) {
    std::vector<std::string> folders;
    const std::string all = directory + "/.pto-ninja/replaced";
    if (!fs::exists(all)) return {};
    for (const fs::directory_entry& entry : fs::directory_iterator(all)) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    std::vector<Files> replaced;
    for (const std::string& folder : folders) replaced.push_back(UserFiles(folder));
    return replaced;
}

// A generated example with one edited line.
class DiffTest : public testing::Test {
  protected:
    DiffTest() : directory_(work_.CopyExample("scale_shift")) {
        compiled_ = UserFiles(directory_);
        EXPECT_EQ(work_.Generate(directory_).exit_code, 0);
        EditFile(directory_ + kKernel, "    TMULS(tile, tile, 2.0f);\n", "    TMULS(tile, tile, 3.0f);\n");
    }

    Workspace work_;
    std::string directory_;
    Files compiled_;
};

TEST_F(DiffTest, ShowsAnEditFromAnywhere) {
    const Outcome outcome = PtoNinja(work_, {"diff", directory_});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("--- a/kernels/aiv/scale_shift.cpp\n+++ b/kernels/aiv/scale_shift.cpp\n@@ -"));
    EXPECT_THAT(outcome.out, HasSubstr("\n-    TMULS(tile, tile, 2.0f);\n+    TMULS(tile, tile, 3.0f);\n"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\033")));
    EXPECT_EQ(outcome.err, "pto-ninja: note: 1 file changed, 1 line added, 1 removed\n");
    EXPECT_EQ(PtoNinja(work_, {"diff", "scale_shift/"}, work_.Path(".")).out, outcome.out);
    EXPECT_EQ(PtoNinja(work_, {"diff", ".", "kernels"}, directory_).out, outcome.out);
    EXPECT_EQ(PtoNinja(work_, {"diff", "../..", "scale_shift.cpp"}, directory_ + "/kernels/aiv").out, outcome.out);
    EXPECT_EQ(PtoNinja(work_, {"diff", directory_, directory_ + kKernel}).out, outcome.out);
}

TEST_F(DiffTest, SaysThatNothingDiffers) {
    const Outcome outcome = PtoNinja(work_, {"diff", directory_, "golden.py"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "pto-ninja: note: no source differs from the code as compiled\n");
}

// Forwards it makes the edited sources of those as compiled, backwards it takes the edit away.
TEST_F(DiffTest, IsAPatchForThePatchPrograms) {
    PTO_NEEDS(MissingProgram("patch"));
    PTO_NEEDS(MissingProgram("git"));
    EditFile(directory_ + kKernel, "    TMULS(tile, tile, 3.0f);\n", "    TMULS(tile, tile, 2.0f);\n");
    fs::remove_all(directory_ + "/.pto-ninja");
    const std::string folder = directory_ + "/kernels/aiv/";
    WriteFile(folder + "two words.h", "// one\n// two\n");
    WriteFile(folder + "ends early.h", "// no end");
    WriteFile(folder + "latin.h", "// \xe4\r\n// b\r\n");
    const Files before = UserFiles(directory_);
    const std::string compiled = work_.Path("compiled");
    fs::copy(directory_, compiled, fs::copy_options::recursive);
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    EditFile(directory_ + kKernel, "    TMULS(tile, tile, 2.0f);\n", "    TMULS(tile, tile, 3.0f);\n");
    EditFile(directory_ + "/golden.py", "RTOL = 1e-6", "RTOL = 1e-5");
    EditFile(folder + "two words.h", "// two\n", "// two");
    EditFile(folder + "ends early.h", "// no end", "// an end\n");
    EditFile(folder + "latin.h", "\xe4\r\n", "\xf6\r\n// c\n");
    WriteFile(folder + "a new one.h", "// new");
    fs::remove(directory_ + "/compiled_meta.json");
    const Files after = UserFiles(directory_);
    const Outcome diff = PtoNinja(work_, {"diff", directory_});
    EXPECT_EQ(diff.err, "pto-ninja: note: 7 files changed, 7 lines added, 31 removed\n");
    WriteFile(work_.Path("edit.patch"), diff.out);
    for (const std::string program : {"patch -p1 -i ../edit.patch", "git apply -p1 ../edit.patch"}) {
        for (const bool back : {false, true}) {
            const std::string command = program + (back ? " -R" : "");
            const std::string copy = work_.Path("copy");
            fs::remove_all(copy);
            fs::copy(back ? directory_ : compiled, copy, fs::copy_options::recursive);
            const Outcome outcome = work_.Tool({"sh", "-c", command}, copy);
            EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
            EXPECT_EQ(UserFiles(copy), back ? before : after) << command;
        }
    }
}

TEST_F(DiffTest, UsesColoursOnATerminalOnly) {
    PTO_NEEDS(MissingProgram("script"));
    PTO_NEEDS(MissingTerminals());
    const std::string command = std::string(PTO_BIN_DIR) + "/pto-ninja diff " + directory_;
    const std::vector<std::string> on_terminal = {"script", "-qec", command, "/dev/null"};
    EXPECT_THAT(work_.Tool(on_terminal, {}, {"TERM=xterm", "NO_COLOR="}).out,
                HasSubstr("\033[31m-    TMULS(tile, tile, 2.0f);\033[m"));
    EXPECT_THAT(work_.Tool(on_terminal, {}, {"TERM=xterm", "NO_COLOR=1"}).out, Not(HasSubstr("\033[31m")));
}

TEST_F(DiffTest, TheSourcesAsCompiledCanBeUnpackedByHand) {
    PTO_NEEDS(MissingProgram("tar"));
    fs::create_directory(work_.Path("unpacked"));
    const Outcome outcome =
        work_.Tool({"tar", "-xf", directory_ + "/.pto-ninja/baseline/sources.tar"}, work_.Path("unpacked"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    for (const auto& [path, text] : UserFiles(work_.Path("unpacked"))) EXPECT_EQ(text, compiled_.at(path)) << path;
    EXPECT_EQ(UserFiles(work_.Path("unpacked")).size(), 5U);
}

TEST_F(DiffTest, LaterGenerationsKeepTheFirstBaseline) {
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    EXPECT_THAT(PtoNinja(work_, {"diff", directory_}).out, HasSubstr("+    TMULS(tile, tile, 3.0f);\n"));
    fs::remove_all(directory_ + "/.pto-ninja");
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    EXPECT_EQ(PtoNinja(work_, {"diff", directory_}).out, "") << "now the edit counts as compiled";
}

TEST_F(DiffTest, RefusesWhatItCannotKnow) {
    const std::string fresh = work_.CopyExample("three_steps");
    const Outcome never = PtoNinja(work_, {"diff", fresh});
    EXPECT_EQ(never.exit_code, 2);
    EXPECT_EQ(never.err, "pto-ninja: error: " + fresh +
                             ": its sources as compiled are not kept: no build was generated; run 'pto-ninja " + fresh +
                             "' first\n");
    const Outcome unknown = PtoNinja(work_, {"restore", directory_, "scale_shfit.cpp"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_EQ(unknown.err, "pto-ninja: error: scale_shfit.cpp: is none of the sources that are kept for '" +
                               directory_ + "'; 'tar -tf " + directory_ +
                               "/.pto-ninja/baseline/sources.tar' lists them\n");
}

class RestoreTest : public DiffTest {};

TEST_F(RestoreTest, WithoutATerminalAndYesNothingIsTouched) {
    const Files edited = UserFiles(directory_);
    const Outcome outcome = work_.Tool(
        {"sh", "-c", std::string(PTO_BIN_DIR) + "/pto-ninja restore scale_shift < /dev/null"}, work_.Path("."));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "  kernels/aiv/scale_shift.cpp  +1 -1\n");
    EXPECT_EQ(outcome.err,
              "pto-ninja: error: scale_shift: 1 file would be replaced, and there is no terminal to ask on; give --yes "
              "to replace them\n");
    EXPECT_EQ(UserFiles(directory_), edited);
    EXPECT_THAT(Replaced(directory_), IsEmpty());
}

TEST_F(RestoreTest, AsksOnATerminal) {
    PTO_NEEDS(MissingProgram("script"));
    PTO_NEEDS(MissingTerminals());
    const Files edited = UserFiles(directory_);
    const auto answer = [this](const std::string& text) {
        const std::string command = std::string(PTO_BIN_DIR) + "/pto-ninja restore " + directory_;
        return work_.Tool({"sh", "-c", "echo " + text + " | script -qec '" + command + "' /dev/null"});
    };
    const Outcome refused = answer("n");
    EXPECT_THAT(refused.out,
                HasSubstr("Put the code as compiled in place of 1 file? What is there now will be kept. [y/N]"));
    EXPECT_THAT(refused.out, HasSubstr("nothing was replaced"));
    EXPECT_EQ(UserFiles(directory_), edited);
    EXPECT_THAT(answer("y").out, HasSubstr("1 file restored; what was replaced is kept in " + directory_));
    EXPECT_EQ(UserFiles(directory_), compiled_);
}

TEST_F(RestoreTest, TheCodeAsCompiledPassesAgainAndTheEditIsKept) {
    EditFile(directory_ + "/golden.py", "RTOL = 1e-6", "RTOL = 1e-5");
    const std::string kernel = ReadFile(directory_ + kKernel);
    const std::string golden = ReadFile(directory_ + "/golden.py");
    EXPECT_THAT(work_.Ninja(directory_, {"replay"}).out, HasSubstr("FAIL y"));
    const Outcome outcome = PtoNinja(work_, {"restore", directory_, "--yes"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(outcome.out, "  golden.py                    +1 -1\n  kernels/aiv/scale_shift.cpp  +1 -1\n");
    EXPECT_THAT(outcome.err, testing::MatchesRegex("pto-ninja: note: 2 files restored; what was replaced is kept in .*"
                                                   "/.pto-ninja/replaced/[0-9]+-[0-9]+\n"));
    EXPECT_EQ(UserFiles(directory_), compiled_);
    EXPECT_THAT(Replaced(directory_),
                ElementsAre(Files{{"golden.py", golden}, {"kernels/aiv/scale_shift.cpp", kernel}}));
    const Outcome replayed = work_.Ninja(directory_, {"replay"});
    EXPECT_EQ(replayed.exit_code, 0) << replayed.All();
    EXPECT_THAT(replayed.out, HasSubstr("PASS y"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("scale_shift"));

    const Outcome again = PtoNinja(work_, {"restore", directory_});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_EQ(again.err, "pto-ninja: note: no source differs from the code as compiled\n");
}

TEST_F(RestoreTest, NeedsNoDiff) {
    const Environment without = {"PATH=" + work_.Path(".")};
    const Outcome diff = PtoNinja(work_, {"diff", directory_}, {}, without);
    EXPECT_EQ(diff.exit_code, 3);
    EXPECT_EQ(diff.out, "");
    EXPECT_EQ(diff.err, "pto-ninja: error: 'diff' is not in PATH; install diffutils\n");
    const Outcome outcome = PtoNinja(work_, {"restore", directory_, "--yes"}, {}, without);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(outcome.out, "  kernels/aiv/scale_shift.cpp  edited\n");
    EXPECT_EQ(UserFiles(directory_), compiled_);
}

// A header that nobody compiled: an edit like any other, before and after the next generation.
TEST_F(RestoreTest, ANewSourceIsShownAndTakenAwayAndKept) {
    const std::string header = directory_ + "/kernels/aiv/factor.h";
    WriteFile(header, "#define FACTOR 2.0f\n");
    EditFile(directory_ + kKernel, "#include", "#include \"factor.h\"\n#include");
    const auto diff = [this] { return PtoNinja(work_, {"diff", directory_, "kernels/aiv/factor.h"}); };
    const std::string before = diff().out;
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    EXPECT_EQ(diff().out, before);
    EXPECT_THAT(before, testing::StartsWith("--- /dev/null\n+++ b/kernels/aiv/factor.h\n@@ -0,0 +1"));
    EXPECT_THAT(before, testing::EndsWith(" @@\n+#define FACTOR 2.0f\n"));
    EXPECT_EQ(diff().err, "pto-ninja: note: 1 file changed, 1 line added, 0 removed\n");
    const Outcome outcome = PtoNinja(work_, {"restore", directory_, "--yes"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_THAT(outcome.out, HasSubstr("  kernels/aiv/factor.h         new, to be removed\n"));
    EXPECT_EQ(UserFiles(directory_), compiled_);
    ASSERT_EQ(Replaced(directory_).size(), 1U);
    EXPECT_EQ(Replaced(directory_)[0].at("kernels/aiv/factor.h"), "#define FACTOR 2.0f\n");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
}

TEST_F(RestoreTest, OneFileOfSeveralAndADeletedOne) {
    EditFile(directory_ + "/golden.py", "RTOL = 1e-6", "RTOL = 1e-5");
    fs::remove(directory_ + "/orchestration/scale_shift.cpp");
    Files expected = UserFiles(directory_);
    expected["orchestration/scale_shift.cpp"] = compiled_["orchestration/scale_shift.cpp"];
    expected["golden.py"] = compiled_["golden.py"];
    const Outcome outcome = PtoNinja(work_, {"restore", directory_, "golden.py", "orchestration", "-y"});
    EXPECT_EQ(outcome.out, "  golden.py                      +1 -1\n  orchestration/scale_shift.cpp  deleted\n");
    EXPECT_EQ(UserFiles(directory_), expected);
}

TEST_F(RestoreTest, WorksWhereTheConfigurationIsBroken) {
    WriteFile(directory_ + "/kernel_config.py", "KERNELS = [[\n");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 1);
    EXPECT_THAT(PtoNinja(work_, {"diff", directory_, "kernel_config.py"}).out, HasSubstr("\n+KERNELS = [[\n"));
    EXPECT_EQ(PtoNinja(work_, {"restore", directory_, "--yes"}).exit_code, 0);
    EXPECT_EQ(UserFiles(directory_), compiled_);
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
}

TEST_F(RestoreTest, WaitsForPyPTOsLock) {
    const std::string lock = directory_ + "/cache/.binary_context.lock";
    WriteFile(lock, "");
    const std::string script = "flock '" + lock + "' sleep 3 & sleep 0.3; " + PTO_BIN_DIR + "/pto-ninja restore '" +
                               directory_ + "' --yes; wait";
    const Outcome outcome = work_.Tool({"bash", "-c", script});
    EXPECT_THAT(outcome.err, testing::ContainsRegex("note: waiting for (another )?process.*, which holds "
                                                    "cache/.binary_context.lock\n"));
    EXPECT_EQ(UserFiles(directory_), compiled_);
}

// Steps of restore.h at which the process is killed.
class KilledRestoreTest : public testing::TestWithParam<const char*> {};

TEST_P(KilledRestoreTest, EveryFileIsOldOrNewAndAllThatWasEditedIsKept) {
    Workspace work;
    const std::string directory = work.CopyExample("three_steps");
    const Files compiled = UserFiles(directory);
    ASSERT_EQ(work.Generate(directory).exit_code, 0);
    EditFile(directory + "/golden.py", "import", "# mine\nimport");
    EditFile(directory + "/kernels/aiv/scale.cpp", "using namespace pto;", "using namespace pto;  // mine");
    const Files edited = UserFiles(directory);
    const Files mine = {{"golden.py", edited.at("golden.py")},
                        {"kernels/aiv/scale.cpp", edited.at("kernels/aiv/scale.cpp")}};

    const Outcome killed =
        PtoNinja(work, {"restore", directory, "--yes"}, {}, {std::string("PTO_NINJA_TEST_STOP_AT=") + GetParam()});
    EXPECT_EQ(killed.exit_code, 128 + 9) << "the step was never reached";
    EXPECT_THAT(Replaced(directory), ElementsAre(mine));
    for (const auto& [path, text] : UserFiles(directory)) {
        EXPECT_THAT(text, testing::AnyOf(compiled.at(path), edited.at(path))) << path;
    }
    EXPECT_EQ(PtoNinja(work, {"restore", directory, "--yes"}).exit_code, 0);
    EXPECT_EQ(UserFiles(directory), compiled);
    EXPECT_EQ(Replaced(directory).front(), mine);
}

INSTANTIATE_TEST_SUITE_P(All, KilledRestoreTest,
                         testing::Values("kept", "before-restore-1", "after-restore-1", "before-restore-2",
                                         "after-restore-2", "before-units"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// A .pto that was edited, assembled and spliced.
class RestorePtoTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("corpus");
        directory_ = work_.CopyReference("gated_residual");
        compiled_ = UserFiles(directory_);
        log_ = work_.Path("ptoas.log");
        env_ = WithRecordedPtoas(log_);
        ASSERT_EQ(work_.Replay(directory_, env_).exit_code, 0);
        WriteFile(directory_ + "/ptoas/residual.pto",
                  ReadFile(RecordedPto("gated_residual__residual__add_instead_of_sub")));
        EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
        ASSERT_EQ(PtoasCalls(log_), 1U);
    }

    // Passes, at the bytes as compiled, and has nothing left to do.
    void ExpectAsCompiled(const Environment& env) {
        const Outcome outcome = work_.Ninja(directory_, {"replay"}, env);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        EXPECT_FALSE(outcome.Has("edited but not assembled")) << outcome.All();
        EXPECT_EQ(UserFiles(directory_), compiled_);
        EXPECT_EQ(work_.Ninja(directory_, {"kernels"}, env).exit_code, 0);
        EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
    }

    Workspace work_;
    std::string directory_;
    Files compiled_;
    std::string log_;
    Environment env_;
};

TEST_F(RestorePtoTest, ShowsThePtoAndWhatItLedTo) {
    const Outcome outcome = PtoNinja(work_, {"diff", directory_});
    for (const char* file : {"ptoas/residual.pto", "ptoas/residual.cpp", "kernels/aiv/residual.cpp"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("+++ b/") + file + "\n"));
    }
    EXPECT_THAT(outcome.err, HasSubstr("3 files changed, "));
}

TEST_F(RestorePtoTest, AllTogetherNeedsNoPtoas) {
    ASSERT_EQ(PtoNinja(work_, {"restore", directory_, "--yes"}).exit_code, 0);
    EXPECT_EQ(UserFiles(directory_), compiled_);
    ExpectAsCompiled({"PTOAS_ROOT="});
    ExpectAsCompiled(env_);
    EXPECT_EQ(PtoasCalls(log_), 1U);
}

TEST_F(RestorePtoTest, ThePtoAloneIsAssembledByTheNextBuild) {
    ASSERT_EQ(PtoNinja(work_, {"restore", directory_, "ptoas/residual.pto", "--yes"}).exit_code, 0);
    ExpectAsCompiled(env_);
    EXPECT_EQ(PtoasCalls(log_), 2U);
}

TEST_F(RestorePtoTest, TheRawTextAloneIsRefused) {
    const Files edited = UserFiles(directory_);
    const Outcome outcome = PtoNinja(work_, {"restore", directory_, "ptoas/residual.cpp", "--yes"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.err,
              "pto-ninja: error: ptoas/residual.cpp: is what ptoas made of 'ptoas/residual.pto', which is edited and "
              "would not be restored; restore 'ptoas/residual.pto' as well, or alone: the next build then assembles "
              "it\n");
    EXPECT_EQ(UserFiles(directory_), edited);
}

TEST_F(RestorePtoTest, KilledWithABuildInBetweenItEndsRight) {
    for (const char* step : {"after-restore-1", "after-restore-2", "before-units"}) {
        SCOPED_TRACE(step);
        WriteFile(directory_ + "/ptoas/residual.pto",
                  ReadFile(RecordedPto("gated_residual__residual__add_instead_of_sub")));
        EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
        Environment stopping = {std::string("PTO_NINJA_TEST_STOP_AT=") + step};
        ASSERT_EQ(PtoNinja(work_, {"restore", directory_, "--yes"}, {}, stopping).exit_code, 128 + 9);
        work_.Ninja(directory_, {"kernels"}, env_);
        ASSERT_EQ(PtoNinja(work_, {"restore", directory_, "--yes"}).exit_code, 0);
        ExpectAsCompiled({"PTOAS_ROOT="});
    }
}

}  // namespace
}  // namespace pto::test
