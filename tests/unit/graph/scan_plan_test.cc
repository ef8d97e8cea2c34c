#include "generator/graph/scan_plan.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pto::gen {
namespace {

ScanPlan SamplePlan() {
    ScanPlan plan;
    plan.objects = {{".pto-ninja/v/kernels/aiv/a.so", "kernels/aiv/a.cpp"}, {"b c.so", "/ext/b c.cpp"}};
    plan.groups = {{"w1", {"one"}}, {"w2", {"one", "two words", "three"}}};
    plan.trees = {{"id/isa", "/opt/my isa", {"include"}, false}, {"id/other", "/x", {"h", "i j"}, true}};
    plan.config_files = {"kernel_config.py", "a\\t\\\\"};
    plan.environment = {"PTO_SIM_CXX"};
    plan.compilers = {{"id/cxx", "g++-15"}};
    plan.ptoas = "/tools/pto\tas";
    plan.ptoas_witness = "id/ptoas";
    return plan;
}

TEST(ScanPlan, WholeText) {
    EXPECT_EQ(ScanPlanText(SamplePlan()),
              "pto-ninja scan plan 2\n"
              "object\t.pto-ninja/v/kernels/aiv/a.so\tkernels/aiv/a.cpp\n"
              "object\tb c.so\t/ext/b c.cpp\n"
              "group\tw1\tone\n"
              "group\tw2\tone\ttwo words\tthree\n"
              "tree\tid/isa\tdigest\t/opt/my isa\tinclude\n"
              "tree\tid/other\tstrict\t/x\th\ti j\n"
              "config\tkernel_config.py\n"
              "config\ta\\\\t\\\\\\\\\n"
              "environment\tPTO_SIM_CXX\n"
              "compiler\tid/cxx\tg++-15\n"
              "ptoas\tid/ptoas\t/tools/pto\\tas\n");
    EXPECT_EQ(ScanPlanText({}), "pto-ninja scan plan 2\n");
}

TEST(ScanPlan, IsReadBack) {
    ScanPlan plan = SamplePlan();
    EXPECT_EQ(ScanPlanText(ParseScanPlan(ScanPlanText(plan), "f")), ScanPlanText(plan));
    const ScanPlan read = ParseScanPlan(ScanPlanText(plan), "f");
    EXPECT_EQ(read.ptoas, "/tools/pto\tas");
    EXPECT_FALSE(read.trees[0].strict);
    EXPECT_TRUE(read.trees[1].strict);
    EXPECT_EQ(read.config_files[1], "a\\t\\\\");
    EXPECT_EQ(read.groups[1].paths, (std::vector<std::string>{"one", "two words", "three"}));
    // The default ptoas is an empty word.
    plan.ptoas = "";
    EXPECT_EQ(ScanPlanText(plan).substr(ScanPlanText(plan).find("\nptoas\t")), "\nptoas\tid/ptoas\t\n");
    EXPECT_EQ(ParseScanPlan(ScanPlanText(plan), "f").ptoas_witness, "id/ptoas");
    EXPECT_EQ(ScanPlanText(ParseScanPlan(ScanPlanText({}), "f")), ScanPlanText({}));
}

TEST(ScanPlan, OtherTextIsRefusedWithItsLine) {
    const std::string header = "pto-ninja scan plan 2\n";
    const std::pair<std::string, int> cases[] = {
        {"", 1},
        {"\n", 1},
        {"pto-ninja scan plan 1\n", 1},
        {"object\ta\tb\n", 1},
        {header + "object\ta\n", 2},
        {header + "object\ta\tb\tc\n", 2},
        {header + "tree\ta\tno\tb\tc\n", 2},
        {header + "tree\ta\tdigest\tb\n", 2},
        {header + "config\ta\n\n", 3},
        {header + "config\ta\ngroup\tw\n", 3},
        {header + "pch\ta\tb\n", 2},
        {header + "ptoas\n", 2},
    };
    for (const auto& [text, line] : cases) {
        try {
            ParseScanPlan(text, ".pto-ninja/scan_plan");
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()),
                      ".pto-ninja/scan_plan:" + std::to_string(line) +
                          ": not a scan plan of this version; run pto-ninja on the directory again");
        }
    }
}

}  // namespace
}  // namespace pto::gen
