// `ninja compare`: the edited code against the code as compiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CompareTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("three_steps");
        ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
        ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    }

    Outcome Compare() { return work_.Ninja(directory_, {"compare"}, {"PTO_REPLAY_FLAGS=--rounds 40"}); }

    Workspace work_;
    std::string directory_;
};

TEST_F(CompareTest, AKernelThatDoesItsWorkManyTimesIsSlower) {
    EditFile(directory_ + "/kernels/aiv/scale.cpp", "    TMULS(x_tile, x_tile, factor);",
             "    TMULS(x_tile, x_tile, factor);\n    for (volatile int i = 0; i < 3000000; i = i + 1) {\n    }");
    const Outcome compared = Compare();
    ASSERT_EQ(compared.exit_code, 0) << compared.All();
    EXPECT_THAT(compared.All(),
                HasSubstr("pto-ninja: note: compares with the code as compiled: kernels/aiv/scale.cpp (+2 -0)\n"));
    EXPECT_THAT(compared.out, HasSubstr("PASS out"));
    EXPECT_THAT(compared.out, HasSubstr("compare (40 rounds of each, in turn): as compiled median "));
    EXPECT_THAT(compared.out, HasSubstr("): slower\n"));
    EXPECT_THAT(LastRun(directory_, "result"), "\"passed\"");
    const std::string copy = directory_ + "/.pto-ninja/compare/.pto-ninja/a2a3sim-embedded/kernels/aiv/";
    EXPECT_TRUE(std::filesystem::exists(copy + "scale.so"));
    EXPECT_FALSE(std::filesystem::exists(copy + "floor_at.so")) << "both use the same";
    const std::string written = ReadFile(directory_ + "/bench_outputs/latest_compare.json");
    EXPECT_THAT(written, HasSubstr("\"verdict\": \"slower\""));
    EXPECT_THAT(written, HasSubstr("\\n+    for (volatile int i = 0; i < 3000000; i = i + 1) {\\n"));
    const Outcome again = Compare();
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.out, Not(HasSubstr("compile kernels")));
}

TEST_F(CompareTest, WithoutAnEditTheCodeIsComparedWithItself) {
    const Outcome compared = Compare();
    EXPECT_EQ(compared.exit_code, 0) << compared.All();
    EXPECT_THAT(compared.All(),
                HasSubstr("pto-ninja: note: no edited source: compares the code as compiled with itself\n"));
    EXPECT_THAT(compared.out, HasSubstr("edited / as compiled "));
}

TEST_F(CompareTest, NothingWrongIsCompared) {
    EditFile(directory_ + "/kernels/aiv/scale.cpp", "TMULS(x_tile, x_tile, factor)", "TADDS(x_tile, x_tile, factor)");
    const Outcome wrong = Compare();
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_THAT(wrong.out, HasSubstr("FAIL out"));
    EXPECT_THAT(wrong.out, Not(HasSubstr("edited / as compiled")));
}

// Right in the first run of each loading, wrong in all others; a benchmark says so too.
TEST_F(CompareTest, WhatKeepsStateBetweenRunsIsNotCompared) {
    EditFile(directory_ + "/kernels/aiv/scale.cpp", "    TMULS(x_tile, x_tile, factor);",
             "    static int runs = 0;\n    TMULS(x_tile, x_tile, ++runs > 1 ? 2 * factor : factor);");
    constexpr char kNote[] = "note: the judged run was right, the last of the rounds is not: the program keeps state";
    for (const char* target : {"compare", "benchmark"}) {
        const Outcome outcome = work_.Ninja(directory_, {target}, {"PTO_REPLAY_FLAGS=--rounds 10"});
        EXPECT_EQ(outcome.exit_code, 1) << outcome.All();
        EXPECT_THAT(outcome.out, AllOf(HasSubstr("FAIL out"), HasSubstr(kNote)));
        EXPECT_FALSE(std::filesystem::exists(directory_ + "/bench_outputs"));
        EXPECT_EQ(LastRun(directory_, "result"), "\"mismatch\"");
    }
}

// What is stored to x is another x for the next round, if nobody brings it back.
TEST_F(CompareTest, AnInputThatIsWrittenStartsEveryRoundAnew) {
    EditFile(directory_ + "/kernels/aiv/scale.cpp", "    TSTORE(out_view, x_tile);",
             "    TSTORE(out_view, x_tile);\n    TSTORE(x_view, x_tile);");
    for (const char* target : {"replay", "benchmark", "compare"}) {
        const Outcome outcome = work_.Ninja(directory_, {target}, {"PTO_REPLAY_FLAGS=--no-validate"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        EXPECT_THAT(outcome.out, HasSubstr("note: the program writes to 'x', which is an input: declare it InOut, or "
                                           "write elsewhere; a device may give other results, and each round here "
                                           "starts with the first content\n"));
        EXPECT_THAT(outcome.out, Not(HasSubstr("the last round differs")));
    }
}

// The reference asks for something else than what was compiled: the edit is right, and nothing is left to compare with.
TEST_F(CompareTest, TheCodeAsCompiledHasToBeRightToo) {
    EditFile(directory_ + "/kernels/aiv/scale.cpp", "TMULS(x_tile, x_tile, factor)",
             "TMULS(x_tile, x_tile, 2 * factor)");
    std::filesystem::remove(directory_ + "/golden.py");
    ASSERT_EQ(work_.Ninja(directory_, {"run"}, {"PTO_REPLAY_FLAGS=--save-outputs " + work_.Path("out.safetensors")})
                  .exit_code,
              0);
    const Outcome compared = work_.Ninja(directory_, {"compare"},
                                         {"PTO_REPLAY_FLAGS=--rounds 10 --expected " + work_.Path("out.safetensors")});
    EXPECT_EQ(compared.exit_code, 1);
    EXPECT_THAT(
        compared.All(),
        HasSubstr("pto-replay: error: the code as compiled does not give what " + work_.Path("out.safetensors") +
                  " asks for, so there is nothing to compare with; run 'ninja benchmark' to time the edited "
                  "code alone\n"));
}

}  // namespace
}  // namespace pto::test
