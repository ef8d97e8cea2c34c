#include "contract/last_run.h"

#include <gtest/gtest.h>

namespace pto {
namespace {

TEST(LastRun, StartsWithWhatBothProgramsNeed) {
    LastRun run{"mismatch", 1, "one output", "replay", "2026-08-21T10:11:12Z", "d", "a2a3sim", "embedded"};
    EXPECT_EQ(LastRunJson(run).dump(),
              R"({"schema_version":1,"result":"mismatch","exit_code":1,"message":"one output","command":"replay",)"
              R"("date":"2026-08-21T10:11:12Z","directory":"d","platform":"a2a3sim","runtime":"embedded"})");
    run.message.reset();
    EXPECT_TRUE(LastRunJson(run)["message"].is_null());
}

TEST(LastRun, HasAResultOfKnownWordsOnly) {
    for (const char* word : {"passed", "mismatch", "input", "infrastructure", "not validated", "outdated"}) {
        EXPECT_EQ(ResultOfRun(Json{{"result", word}}), word);
    }
    for (const Json& json : {Json{{"result", "fine"}}, Json{{"result", 0}}, Json::object(), Json("passed"), Json()}) {
        EXPECT_EQ(ResultOfRun(json), std::nullopt) << json;
    }
}

TEST(LastRun, IsOutdatedOnce) {
    Json json = {{"result", "passed"}, {"exit_code", 0}};
    EXPECT_TRUE(OutdateRun(json, "gate.cpp has changed"));
    EXPECT_EQ(ResultOfRun(json), "outdated");
    EXPECT_EQ(json["outdated"], "gate.cpp has changed");
    EXPECT_FALSE(OutdateRun(json, "another change"));
    EXPECT_EQ(json["outdated"], "gate.cpp has changed");
    Json list = Json::array();
    EXPECT_FALSE(OutdateRun(list, "gate.cpp has changed"));
}

}  // namespace
}  // namespace pto
