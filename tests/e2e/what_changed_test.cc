// What `list` and last_run.json say after something changed: never that what passed is what is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/text.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

class WhatChangedTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        kernel_ = directory_ + "/kernels/aiv/scale_shift.cpp";
        ASSERT_EQ(work_.Replay(directory_).exit_code, 0);
    }

    // Of the one directory: "LAST RESULT | STATE".
    std::string Listed(const Environment& environment = {}) {
        const Outcome outcome =
            work_.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "list", directory_}, {}, environment);
        std::string text = outcome.out;
        const std::vector<std::string_view> lines = Lines(text);
        const size_t result = lines.at(0).find("last result");
        const size_t state = lines.at(0).find("state");
        return std::string(Trim(lines.at(1).substr(result, state - result))) + " | " +
               std::string(lines.at(1).substr(state));
    }
    Json LastRun() { return ReadJson(directory_ + "/.pto-ninja/last_run.json"); }

    Workspace work_;
    std::string directory_;
    std::string kernel_;
};

TEST_F(WhatChangedTest, ListNamesEachKind) {
    EXPECT_EQ(Listed(), "passed | up to date");
    const auto changed = [this](const std::string& file, const std::string& text) {
        const std::string path = directory_ + "/" + file;
        const std::string before = ReadFile(path);
        WriteFile(path, text.empty() ? before + "\n" : text);
        std::string listed = Listed();
        WriteFile(path, before);
        return listed;
    };
    EXPECT_EQ(changed("golden.py", ""), "passed | golden.py or data edited");
    EXPECT_EQ(changed("kernels/aiv/scale_shift.cpp", ""), "passed | 1 of 2 binaries stale (source)");
    EXPECT_EQ(changed("kernel_config.py", ""), "passed | metadata or variables changed");
    EXPECT_EQ(Listed(), "passed | up to date");
    WriteFile(directory_ + "/data/new.bin", "x");
    EXPECT_EQ(Listed(), "passed | golden.py or data edited");
    std::filesystem::remove(directory_ + "/data/new.bin");
    EXPECT_EQ(Listed({"CPATH=/nowhere"}), "passed | another toolchain");
    EXPECT_EQ(Listed({"PTO_ISA_ROOT=/nowhere"}), "passed | metadata or variables changed");
    WriteFile(directory_ + "/kernels/aiv/tensor.h", "#error found first\n");
    EXPECT_EQ(Listed(), "passed | 1 of 2 binaries stale (new-file)");
}

TEST_F(WhatChangedTest, ResultOfAnotherCodeIsOutdated) {
    const std::string before = ReadFile(kernel_);
    WriteFile(kernel_, before + "this does not compile\n");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 1);
    EXPECT_EQ(LastRun()["result"], "outdated");
    EXPECT_EQ(LastRun()["outdated"], "'kernels/aiv/scale_shift.cpp' changed");
    EXPECT_EQ(Listed(), "outdated | 1 of 2 binaries stale (source)");
    WriteFile(kernel_, before + "// built, not run\n");
    EXPECT_EQ(work_.Ninja(directory_, {"kernels"}).exit_code, 0);
    EXPECT_EQ(Listed(), "outdated | up to date");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_EQ(LastRun()["result"], "passed");
    EXPECT_FALSE(LastRun().contains("outdated"));
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_EQ(Listed(), "passed | up to date");
    EditFile(directory_ + "/golden.py", "def ", "def def ");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 1);
    EXPECT_EQ(LastRun()["outdated"], "golden.py or data changed");
    EXPECT_EQ(Listed(), "outdated | golden.py or data edited");
}

// A compiler that is told to look elsewhere makes other binaries.
TEST_F(WhatChangedTest, VariablesOfTheCompilerAreFollowed) {
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), testing::IsEmpty());
    const Environment environment = {"CPATH=" + work_.Path("more")};
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, environment).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), testing::SizeIs(2));
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, environment).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), testing::IsEmpty());
    WriteFile(work_.Path("deps"), "");
    const Environment other = {environment[0], "DEPENDENCIES_OUTPUT=" + work_.Path("deps")};
    WriteFile(kernel_, ReadFile(kernel_) + "// edit\n");
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, other).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), testing::SizeIs(1));
    EXPECT_EQ(ReadFile(work_.Path("deps")), "") << "it says where no one asked";
}

}  // namespace
}  // namespace pto::test
