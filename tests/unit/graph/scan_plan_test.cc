#include "generator/graph/scan_plan.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/hash.h"

namespace pto::gen {
namespace {

std::string WithEnd(const std::string& text) {
    return text + "end\t" + ContentHash(text) + "\n";
}

ScanPlan SamplePlan() {
    ScanPlan plan;
    plan.objects = {{".pto-ninja/v/kernels/aiv/a.so", "kernels/aiv/a.cpp"}, {"b c.so", "/ext/b c.cpp"}};
    plan.groups = {{"w1", {"one"}}, {"w2", {"one", "two words", "three"}}};
    plan.trees = {{"id/isa", "/opt/my isa", {"include"}, false}, {"id/other", "/x", {"h", "i j"}, true}};
    plan.units = {{"main", "", "mix"}, {"decode", "next_levels/decode", "a b"}};
    plan.config_files = {"kernel_config.py", "a\\t\\\\"};
    plan.environment = {"PTO_SIM_CXX"};
    plan.compilers = {{"id/cxx", "g++-15"}};
    plan.ptoas = "/tools/pto\tas";
    plan.ptoas_witness = "id/ptoas";
    plan.made = {{"golden/in put", "golden/expected"}, {"plan.json"}};
    plan.generated = {{"manifest.json", "0123"}};
    return plan;
}

TEST(ScanPlan, WholeText) {
    EXPECT_EQ(ScanPlanText(SamplePlan()), WithEnd("pto-ninja scan plan 4\n"
                                                  "object\t.pto-ninja/v/kernels/aiv/a.so\tkernels/aiv/a.cpp\n"
                                                  "object\tb c.so\t/ext/b c.cpp\n"
                                                  "group\tw1\tone\n"
                                                  "group\tw2\tone\ttwo words\tthree\n"
                                                  "tree\tid/isa\tdigest\t/opt/my isa\tinclude\n"
                                                  "tree\tid/other\tstrict\t/x\th\ti j\n"
                                                  "unit\tmain\t\tmix\n"
                                                  "unit\tdecode\tnext_levels/decode\ta b\n"
                                                  "config\tkernel_config.py\n"
                                                  "config\ta\\\\t\\\\\\\\\n"
                                                  "environment\tPTO_SIM_CXX\n"
                                                  "compiler\tid/cxx\tg++-15\n"
                                                  "ptoas\tid/ptoas\t/tools/pto\\tas\n"
                                                  "made\tgolden/in put\tgolden/expected\n"
                                                  "made\tplan.json\n"
                                                  "generated\tmanifest.json\t0123\n"));
    EXPECT_EQ(ScanPlanText({}), WithEnd("pto-ninja scan plan 4\n"));
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
    EXPECT_EQ(read.objects[0].flags, "");
    plan.objects[0].flags = "0123";
    EXPECT_NE(ScanPlanText(plan).find("kernels/aiv/a.cpp\t0123\n"), std::string::npos);
    EXPECT_EQ(ParseScanPlan(ScanPlanText(plan), "f").objects[0].flags, "0123");
    // The default ptoas is an empty word.
    plan.ptoas = "";
    EXPECT_NE(ScanPlanText(plan).find("\nptoas\tid/ptoas\t\n"), std::string::npos);
    EXPECT_EQ(ParseScanPlan(ScanPlanText(plan), "f").ptoas_witness, "id/ptoas");
    EXPECT_EQ(ScanPlanText(ParseScanPlan(ScanPlanText({}), "f")), ScanPlanText({}));
}

// A file system that lost power may have kept the beginning.
TEST(ScanPlan, PartIsRefused) {
    const std::string text = ScanPlanText(SamplePlan());
    for (size_t length = 0; length < text.size() - 1; ++length) {
        EXPECT_THROW(ParseScanPlan(text.substr(0, length), "f"), Error) << length;
    }
}

// A witness is written where the plan says.
TEST(ScanPlan, WhatIsWrittenLiesInTheDirectory) {
    const std::pair<std::string, std::string> cases[] = {
        {"object\t../../x.so\tk.cpp", "'../../x.so' leads out of the directory"},
        {"group\t/etc/passwd\tone", "'/etc/passwd' leads out of the directory"},
        {"tree\ta/../../x\tdigest\t/isa\th", "'a/../../x' leads out of the directory"},
        {"compiler\t\tg++", "'' is empty"},
        {"made\ta\t../b", "'../b' leads out of the directory"},
        {"generated\t/b\th", "'/b' leads out of the directory"},
        {"ptoas\ta\\\\b\tptoas", "'a\\b' has a backslash"},
    };
    for (const auto& [line, what] : cases) {
        try {
            ParseScanPlan("pto-ninja scan plan 4\nconfig\tk\n" + line + "\n", "f");
            ADD_FAILURE() << line;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()),
                      "f:3: is damaged: the path " + what + "; run pto-ninja on the directory again");
        }
    }
}

TEST(ScanPlan, OtherTextIsRefusedWithItsLine) {
    const std::string header = "pto-ninja scan plan 4\n";
    const std::pair<std::string, int> cases[] = {
        {"", 1},
        {"\n", 1},
        {"pto-ninja scan plan 2\n", 1},
        {header, 1},
        {header + "config\ta\n", 2},
        {header + "config\ta\nend\t\n", 3},
        {header + "config\ta\nend\t" + ContentHash(header) + "\n", 3},
        {WithEnd(header) + "config\ta\n", 2},
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
