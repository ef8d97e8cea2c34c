// Every example is what its README says: PASS as it lies, FAIL after the edit it proposes, PASS again after the undo.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Example {
    const char* name;
    const char* output;
    const char* kernel;
    const char* file;
    const char* from;
    const char* to;
};

const Example kExamples[] = {
    {"scale_shift", "y", "scale_shift", "kernels/aiv/scale_shift.cpp", "2.0f", "3.0f"},
    {"three_steps", "out", "difference", "kernels/aiv/difference.cpp", "TSUB", "TADD"},
    {"neighbour_sum", "y", "collect/add_neighbour", "next_levels/collect/kernels/aiv/add_neighbour.cpp", "TADD",
     "TSUB"},
    {"matmul_bias", "c", "add_bias", "kernels/aiv/add_bias.cpp", "TADD", "TSUB"},
    {"nz_weight", "c", "matmul", "kernels/aic/matmul.cpp", "row / 16", "row / 32"},
};

class ExampleTest : public testing::TestWithParam<Example> {};

TEST_P(ExampleTest, PassesFailsAfterItsEditAndPassesAgain) {
    const Example& example = GetParam();
    Workspace work;
    // Its host orchestration has to be recorded.
    PTO_NEEDS(std::string(example.name) == "neighbour_sum" ? MissingPython() : "");
    const std::string directory = work.CopyExample(example.name);

    const Outcome first = work.Replay(directory);
    EXPECT_EQ(first.exit_code, 0) << first.All();
    EXPECT_THAT(first.out, HasSubstr(std::string("PASS ") + example.output));
    EXPECT_EQ(LastRun(directory, "result"), "\"passed\"");

    EditFile(directory + "/" + example.file, example.from, example.to);
    const Outcome broken = work.Ninja(directory, {"replay"});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.out, HasSubstr(std::string("FAIL ") + example.output));
    EXPECT_THAT(work.Compiled(directory), ElementsAre(example.kernel));
    EXPECT_EQ(LastRun(directory, "result"), "\"mismatch\"");

    EditFile(directory + "/" + example.file, example.to, example.from);
    const Outcome undone = work.Ninja(directory, {"replay"});
    EXPECT_EQ(undone.exit_code, 0) << undone.All();
    EXPECT_THAT(work.Compiled(directory), ElementsAre(example.kernel));

    const Outcome again = work.Ninja(directory, {"replay"});
    EXPECT_EQ(again.exit_code, 0) << again.All();
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, ExampleTest, testing::ValuesIn(kExamples),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace pto::test
