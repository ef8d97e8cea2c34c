#include "generator/steps/surroundings.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

class SurroundingsTest : public testing::Test {
  protected:
    SurroundingsTest() {
        files_.Add("helper.py", "x = 1\n");
        files_.Add("tables/a.txt", "1");
        variables_ = {{"SET", "1"}, {"EMPTY", ""}};
        SaveSurroundings(files_, "golden/witness.surroundings",
                         {{"helper.py", "tables"}, {"override.py"}, {"SET", "EMPTY", "UNSET"}, {}}, reader_);
    }

    std::string Changed() {
        HashCache hashes(files_, "", 0);
        return ChangedSurroundings(files_, "golden/witness.surroundings", reader_, hashes);
    }

    MemoryFileSystem files_;
    std::map<std::string, std::string> variables_;
    EnvironmentReader reader_ = [this](const std::string& name) {
        const auto found = variables_.find(name);
        return found == variables_.end() ? std::nullopt : std::optional<std::string>(found->second);
    };
};

TEST_F(SurroundingsTest, NothingChanged) {
    EXPECT_EQ(Changed(), "");
    EXPECT_EQ(SurroundingsOf("golden/witness"), "golden/witness.surroundings");
}

TEST_F(SurroundingsTest, ContentsDecide) {
    files_.Add("helper.py", "x = 2\n");
    EXPECT_EQ(Changed(), "helper.py");
    files_.Add("helper.py", "x = 1\n");
    EXPECT_EQ(Changed(), "");
    files_.Remove("helper.py");
    EXPECT_EQ(Changed(), "helper.py");
}

TEST_F(SurroundingsTest, AFolderThatWasListedHasNewFiles) {
    files_.Add("tables/b.txt", "2");
    EXPECT_EQ(Changed(), "tables");
}

TEST_F(SurroundingsTest, WhatWasLookedForInVainIsThereNow) {
    files_.Add("override.py", "");
    EXPECT_EQ(Changed(), "override.py");
}

TEST_F(SurroundingsTest, VariablesAreSetOtherwise) {
    variables_["SET"] = "2";
    EXPECT_EQ(Changed(), "SET");
    variables_["SET"] = "1";
    variables_["UNSET"] = "";
    EXPECT_EQ(Changed(), "UNSET");
    variables_.erase("UNSET");
    variables_.erase("EMPTY");
    EXPECT_EQ(Changed(), "EMPTY");
}

TEST_F(SurroundingsTest, WhatCannotBeFollowedCountsAsChanged) {
    const Surroundings seen = {{}, {}, {}, {"calls C libraries", "starts programs"}};
    SaveSurroundings(files_, "golden/witness.surroundings", seen, reader_);
    EXPECT_EQ(Changed(), "calls C libraries");
    EXPECT_EQ(
        UntrackedNote("golden.py", seen),
        "golden.py calls C libraries, starts programs: what decides its values there cannot be followed, so it is "
        "run again in every build");
    EXPECT_EQ(UntrackedNote("golden.py", {}), "");
}

TEST_F(SurroundingsTest, DamagedRecordsCountAsChanged) {
    for (const char* text : {"", "{", "[]", "{}", R"({"schema":1})", R"({"schema":2,"untracked":[]})",
                             R"({"schema":1,"untracked":[],"files":{"a":5},"absent":[],"environment":{}})",
                             R"({"schema":1,"untracked":[5],"files":{},"absent":[],"environment":{}})"}) {
        files_.Add("golden/witness.surroundings", text);
        EXPECT_EQ(Changed(), "its record") << text;
    }
}

TEST_F(SurroundingsTest, NothingSeenLeavesNoFile) {
    SaveSurroundings(files_, "golden/witness.surroundings", {}, reader_);
    EXPECT_FALSE(files_.Stat("golden/witness.surroundings"));
    EXPECT_EQ(Changed(), "");
}

TEST(ParseSurroundings, TakesTheReportOfPython) {
    EXPECT_TRUE(ParseSurroundings(Json::parse(R"({"status": "ok"})")).environment.empty());
    const Surroundings seen = ParseSurroundings(Json::parse(
        R"({"surroundings": {"files": ["/a/b"], "absent": ["/c"], "environment": ["HOME"], "untracked": ["x"]}})"));
    EXPECT_EQ(seen.files, std::vector<std::string>{"/a/b"});
    EXPECT_EQ(seen.absent, std::vector<std::string>{"/c"});
    EXPECT_EQ(seen.environment, std::vector<std::string>{"HOME"});
    EXPECT_EQ(seen.untracked, std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace pto::gen
