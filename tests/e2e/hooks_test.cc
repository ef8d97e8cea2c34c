// debug/run and debug/replay_hooks.cpp, from the files that a generation leaves to what a run makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr char kHooks[] = "/debug/replay_hooks.cpp";

// y = 2 x + 1 on inputs that golden.py does not make.
constexpr char kOwnHooks[] = R"(#include <pto_ninja/replay_hooks.h>

void MakeInputs(pto_ninja::Arguments& args) {
    args["x"].Fill([](int64_t i) { return static_cast<double>(i % 11); });
}

void UserCompare(const pto_ninja::Arguments& args) {
    std::vector<double> expected = args["x"].Values();
    for (double& value : expected) value = 2 * value + 1;
    pto_ninja::ExpectClose(args["y"], expected, 1e-6, 1e-6);
}
)";

class HooksTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    }

    Outcome RunScript(const std::vector<std::string>& flags = {}) {
        std::vector<std::string> command = {directory_ + "/debug/run"};
        command.insert(command.end(), flags.begin(), flags.end());
        return work_.Tool(command, "/");
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(HooksTest, TheScriptBuildsAndReplaysFromAnywhere) {
    const Outcome first = RunScript({"--quiet"});
    EXPECT_EQ(first.exit_code, 0) << first.All();
    EXPECT_THAT(first.out, HasSubstr("pto-replay: passed: y PASS 0; compiled 'scale_shift' and 'scale_shift'"));
    std::filesystem::create_symlink(directory_ + "/debug/run", work_.Path("link"));
    const Outcome linked = work_.Tool({work_.Path("link"), "run"}, "/");
    EXPECT_THAT(linked.out, HasSubstr("not validated: asked to run only")) << linked.All();
    EXPECT_EQ(RunScript({"--rounds", "none"}).exit_code, 2);
}

TEST_F(HooksTest, InputsMadeInCppReachTheKernelAndAreCompared) {
    WriteFile(directory_ + kHooks, kOwnHooks);
    const Outcome passed = RunScript();
    EXPECT_EQ(passed.exit_code, 0) << passed.All();
    EXPECT_THAT(passed.out, HasSubstr("inputs from debug/replay_hooks.cpp"));
    EXPECT_THAT(passed.out, HasSubstr("PASS UserCompare  (debug/replay_hooks.cpp)\n"));
    EXPECT_THAT(passed.out, HasSubstr("compiled 'hooks'"));
    EditFile(directory_ + kHooks, "+ 1", "+ 3");
    const Outcome failed = RunScript();
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_THAT(failed.out, HasSubstr("FAIL UserCompare  (debug/replay_hooks.cpp): 'y' at 0: 1, expected 3, difference "
                                      "2\n"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("hooks"));
    EXPECT_EQ(LastRun(directory_, "result"), "\"mismatch\"");
    EXPECT_THAT(RunScript({"--no-hooks"}).out, HasSubstr("PASS y  max|diff| 0"));
    EXPECT_THAT(RunScript({"--no-validate"}).out, HasSubstr("FAIL UserCompare")) << "as PyPTO's runner does";
    EXPECT_THAT(RunScript({"run"}).out, Not(HasSubstr("UserCompare")));
    const Outcome benchmark = RunScript({"benchmark"});
    EXPECT_EQ(benchmark.exit_code, 1);
    EXPECT_THAT(benchmark.out, Not(HasSubstr("effective_us"))) << "nothing is timed that computes something wrong";
}

TEST_F(HooksTest, AHookThatDoesNotCompileNamesTheLine) {
    WriteFile(directory_ + kHooks,
              "#include <pto_ninja/replay_hooks.h>\n\nvoid MakeInputs(pto_ninja::Arguments&) { x; }\n");
    const Outcome outcome = RunScript();
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.All(), HasSubstr("debug/replay_hooks.cpp:3:42: error: "));
    EXPECT_EQ(work_.Ninja(directory_, {"kernels"}).exit_code, 0) << "the program does not depend on it";
}

TEST_F(HooksTest, AHookWithoutTheFunctionsSaysWhatToDefine) {
    WriteFile(directory_ + kHooks, "#include <pto_ninja/replay_hooks.h>\nvoid MakeInputs(pto_ninja::Arguments) {}\n");
    EXPECT_THAT(RunScript().err,
                HasSubstr("pto-replay: error: " + directory_ +
                          "/debug/replay_hooks.cpp: has neither of the functions "
                          "that are called; define void MakeInputs(pto_ninja::Arguments& args), or void "
                          "UserCompare(const pto_ninja::Arguments& args), or pass --no-hooks\n"));
}

TEST_F(HooksTest, ACrashInAHookIsNamed) {
    WriteFile(directory_ + kHooks,
              "#include <pto_ninja/replay_hooks.h>\n#include <csignal>\n"
              "void UserCompare(const pto_ninja::Arguments&) { std::raise(SIGSEGV); }\n");
    const Outcome outcome = RunScript();
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("UserCompare of debug/replay_hooks.cpp")) << outcome.All();
}

TEST_F(HooksTest, NothingIsWrittenWhenSwitchedOffOrThereAlready) {
    const std::string other = work_.CopyExample("scale_shift", "other");
    ASSERT_EQ(work_.Generate(other, {}, {"PYPTO_EMIT_DEBUG_RUNNER=no"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(other + "/debug"));
    WriteFile(directory_ + "/debug/run", "#!/bin/sh\necho mine\n");
    WriteFile(directory_ + kHooks, "// mine\n");
    ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    EXPECT_EQ(RunScript().out, "mine\n");
    EXPECT_EQ(ReadFile(directory_ + kHooks), "// mine\n");
}

}  // namespace
}  // namespace pto::test
