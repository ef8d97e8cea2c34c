#include "generator/splice/ptoas_run.h"

#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "tests/support/temp_space.h"
#include "upstream/kernel_text.h"

namespace pto::gen {
namespace {

using test::TempSpace;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class RunPtoasTest : public ::testing::Test {
  protected:
    RunPtoasTest() { space_.Write("ptoas/f.pto", "module {}\n"); }

    // A ptoas whose script finds its input in $1 and its output in $3; anything it does not handle is an error.
    std::string Run(const std::string& script) {
        space_.WriteProgram("tool/ptoas", "#!/bin/sh\n[ \"$1\" = --version ] && { echo ptoas 0.27; exit; }\n" + script);
        PtoasRun run;
        run.directory = space_.Root();
        run.pto = "ptoas/f.pto";
        run.launcher = space_.Path("tool/ptoas");
        run.flags = {"--pto-level=level2", "--extra", "a b"};
        run.timeout_seconds = timeout_;
        run.scratch = ".pto-ninja/scratch/p";
        run.unit = "f";
        run.print = [this](const std::string& line) { printed_.push_back(line); };
        try {
            return RunPtoas(run);
        } catch (const Error& error) {
            kind_ = error.kind();
            return error.what();
        }
    }

    TempSpace space_;
    double timeout_ = 20;
    std::vector<std::string> printed_;
    ErrorKind kind_ = ErrorKind::kUsage;
};

TEST_F(RunPtoasTest, GivesTheBytesThatWereWritten) {
    EXPECT_EQ(Run("echo chatter >&2; printf 'a\\r\\nb %s|%s|%s|%s' \"$1\" \"$2\" \"$5\" \"$6\" > \"$3\"\n"),
              "a\r\nb ptoas/f.pto|-o|--extra|a b");
    EXPECT_THAT(printed_, IsEmpty());
    EXPECT_THAT(space_.Files(), ElementsAre("ptoas/f.pto", "tool/ptoas"));
}

TEST_F(RunPtoasTest, ShowsWhatPtoasSaidOnFailure) {
    EXPECT_EQ(
        Run("echo half > \"$3\"; echo \"loc(\\\"$1\\\":19:3): error: custom op 'pto.tsubb' is unknown\" >&2\n"
            "echo 'Error: Failed to parse MLIR.' >&2; exit 1\n"),
        "ptoas/f.pto: ptoas 0.27 refused it (exit code 1); no file was changed; correct the .pto, or use a ptoas that "
        "knows it: --ptoas or PTOAS_ROOT");
    EXPECT_EQ(kind_, ErrorKind::kInput);
    EXPECT_THAT(printed_, ElementsAre("ptoas/f.pto:19:3: error: custom op 'pto.tsubb' is unknown",
                                      "Error: Failed to parse MLIR."));
    EXPECT_THAT(space_.Files(), ElementsAre("ptoas/f.pto", "tool/ptoas"));
}

TEST_F(RunPtoasTest, SaysWhatARenamedOperationIsCalled) {
    EXPECT_EQ(Run("echo \"loc(\\\"$1\\\":4:8): error: custom op 'pto.load_scalar' is unknown (tried "
                  "'func.pto.load_scalar' as well)\" >&2; exit 1\n"),
              "ptoas/f.pto: ptoas 0.27 refused it (exit code 1); no file was changed; write pto.load for "
              "pto.load_scalar, as it is called since ptoas 0.64, or use an older ptoas: --ptoas or PTOAS_ROOT");
    EXPECT_THAT(printed_, ElementsAre("ptoas/f.pto:4:8: error: custom op 'pto.load_scalar' is unknown (tried "
                                      "'func.pto.load_scalar' as well)"));
}

TEST(RefusalRemedy, KnowsBothNamesOfEveryRenamedOperation) {
    const std::string general = "correct the .pto, or use a ptoas that knows it: --ptoas or PTOAS_ROOT";
    for (const RenamedOperation& row : kRenamedOperations) {
        const std::string before(row.before);
        const std::string now(row.now);
        const std::string version(row.version);
        const std::string rename = "write " + now + " for " + before + ", as it is called since ptoas " + version +
                                   ", or use an older ptoas: --ptoas or PTOAS_ROOT";
        EXPECT_EQ(RefusalRemedy("f.pto:4:8: error: custom op '" + before + "' is unknown\n"), rename);
        EXPECT_EQ(RefusalRemedy("x\nerror: unregistered operation '" + before + "' found in dialect ('pto')\n"),
                  rename);
        EXPECT_EQ(RefusalRemedy("f.pto:4:8: error: custom op '" + now + "' is unknown\n"),
                  "use ptoas " + version + " or newer (--ptoas or PTOAS_ROOT), or write " + before + " for " + now +
                      ", as it was called before");
        EXPECT_EQ(RefusalRemedy("f.pto:4:8: error: '" + before + "' op expected two operands\n"), general);
        EXPECT_EQ(RefusalRemedy("error: custom op 'pto.x' is unknown\n  %0 = " + before + " %1\n"), general);
    }
    EXPECT_EQ(RefusalRemedy(""), general);
}

TEST_F(RunPtoasTest, LeavesOutALongModuleBeforeTheFirstError) {
    Run("i=0; while [ $i -lt 300 ]; do echo line $i >&2; i=$((i+1)); done\n"
        "echo 'f.pto:1:2: error: bad' >&2; i=0; while [ $i -lt 70 ]; do echo more $i >&2; i=$((i+1)); done; exit 1\n");
    ASSERT_EQ(printed_.size(), 61u);
    EXPECT_EQ(printed_.front(), "ptoas/f.pto:1:2: error: bad");
    EXPECT_EQ(printed_.back(), "(11 more lines)");
}

TEST_F(RunPtoasTest, KillsTheWholeGroupAtTheLimit) {
    timeout_ = 3;
    EXPECT_EQ(Run("sleep 60 & echo $! > child; wait\n"),
              "ptoas/f.pto: ptoas timed out after 3 s (unit f, ptoas 0.27); no file was changed; raise the limit with "
              "--ptoas-timeout or PYPTO_PTOAS_TIMEOUT (0: none)");
    EXPECT_EQ(kind_, ErrorKind::kToolchain);
    const pid_t child = std::stoi(space_.Read("child"));
    for (int i = 0; i < 100 && kill(child, 0) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    // Nobody may be there to reap it: a zombie runs no more.
    const std::string status = "/proc/" + std::to_string(child) + "/stat";
    EXPECT_TRUE(kill(child, 0) != 0 || space_.Read(status).find(") Z ") != std::string::npos);
}

TEST_F(RunPtoasTest, HasNoLimitWhenItIsZero) {
    timeout_ = 0;
    EXPECT_EQ(Run("sleep 0.4; echo ok > \"$3\"\n"), "ok\n");
}

TEST_F(RunPtoasTest, TellsACrashFromARefusal) {
    EXPECT_EQ(Run("kill -SEGV $$\n"),
              "ptoas/f.pto: ptoas 0.27 was ended by signal 11; no file was changed; another version may do better: "
              "--ptoas or "
              "PTOAS_ROOT");
    EXPECT_EQ(kind_, ErrorKind::kToolchain);
}

TEST_F(RunPtoasTest, RefusesAnEmptyOutput) {
    const std::string expected =
        "ptoas/f.pto: ptoas 0.27 ended well but wrote nothing; no file was changed; run it by hand: " +
        space_.Path("tool/ptoas") + " ptoas/f.pto";
    EXPECT_EQ(Run("exit 0\n"), expected);
    EXPECT_EQ(Run(": > \"$3\"\n"), expected);
}

TEST_F(RunPtoasTest, RemovesWhatAKilledRunLeft) {
    const std::string running = ".pto-ninja/scratch/p/.f.pto-ninja-" + std::to_string(getppid()) + "-1.cpp";
    space_.Write(".pto-ninja/scratch/p/.f.pto-ninja-999999999-1.cpp", "left over");
    space_.Write(".pto-ninja/scratch/p/.ff.pto-ninja-999999999-2.cpp", "of another unit");
    space_.Write(".pto-ninja/scratch/p/f.999999999.cpp", "of the user's");
    space_.Write(running, "of a running process");
    EXPECT_EQ(Run("echo x > \"$3\"\n"), "x\n");
    EXPECT_THAT(space_.Files(),
                ElementsAre(running, ".pto-ninja/scratch/p/f.999999999.cpp", "ptoas/f.pto", "tool/ptoas"));
}

TEST(ReadableDiagnostics, PutsThePlaceInFront) {
    const auto readable = [](const std::string& line) {
        return ReadableDiagnostics(line, "/no/such/dir", "ptoas/f.pto");
    };
    EXPECT_EQ(readable("loc(\"f.pto\":19:3): error: bad"), "ptoas/f.pto:19:3: error: bad\n");
    EXPECT_EQ(readable("loc(\"ptoas/f.pto\":1:2): warning: odd"), "ptoas/f.pto:1:2: warning: odd\n");
    EXPECT_EQ(readable("loc(\"/no/such/dir/ptoas/f.pto\":1:2): error: x"), "ptoas/f.pto:1:2: error: x\n");
    EXPECT_EQ(readable("/no/such/dir/ptoas/f.pto:7:8: error: x"), "ptoas/f.pto:7:8: error: x\n");
    EXPECT_EQ(readable("/no/such/dirt/f.py:7:8: error: x"), "/no/such/dirt/f.py:7:8: error: x\n");
    EXPECT_EQ(readable("loc(\"kernels/p1_mix.py\":15:1): error: x"), "kernels/p1_mix.py:15:1: error: x\n");
    EXPECT_EQ(readable("loc(\"name\"(\"f.pto\":4:5)): note: see"), "ptoas/f.pto:4:5: note: see\n");
    EXPECT_EQ(readable("loc(fused[\"a.py\":1:2, \"b.py\":3:4]): error: x"), "a.py:1:2: error: x\n");
    EXPECT_EQ(readable("loc(unknown): error: x"), "loc(unknown): error: x\n");
    EXPECT_EQ(readable("  %0 = pto.tadd loc(\"f.pto\":1:2)"), "  %0 = pto.tadd loc(\"f.pto\":1:2)\n");
    EXPECT_EQ(readable("a\r\n\nb"), "a\n\nb\n");
}

}  // namespace
}  // namespace pto::gen
