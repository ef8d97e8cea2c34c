#include "tests/support/translator/sidecars.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace pto::test {
namespace {

constexpr char kCompiled[] =
    R"({"schema": 1, "params": [{"name": "x", "direction": "In", "shape": [2, 3], "dtype": "fp32"},)"
    R"( {"name": "k", "direction": "In", "shape": null, "dtype": "int32"}], "num_return_types": 1,)"
    R"( "platform": "a5sim", "backend_type": "Ascend950"})";

std::string OneLine(const std::string& json) {
    return Json::parse(json).dump();
}

TEST(TranslatorSidecars, CompiledMetaOfEveryGeneration) {
    const std::string plain = R"("params":[{"name":"x","direction":"In","shape":[2,3],"dtype":"fp32"},)"
                              R"({"name":"k","direction":"In","shape":null,"dtype":"int32"}],)";
    const std::string laid_out =
        R"("params":[{"name":"x","direction":"In","shape":[2,3],"dtype":"fp32","layout":"ND"},)"
        R"({"name":"k","direction":"In","shape":null,"dtype":"int32","layout":null}],)";
    const std::string rest = R"("num_return_types":1,"platform":"a5sim","backend_type":"Ascend950"})";
    EXPECT_EQ(OneLine(TranslateCompiledMeta(kCompiled, FindGeneration("late_august"))),
              R"({"schema":1,)" + plain + rest);
    EXPECT_EQ(OneLine(TranslateCompiledMeta(kCompiled, FindGeneration("early_september"))),
              R"({"schema":1,)" + laid_out + rest);
    EXPECT_EQ(OneLine(TranslateCompiledMeta(kCompiled, Newest())),
              R"({"schema":2,"supported_execution_modes":["program"],)" + laid_out + rest);
}

TEST(TranslatorSidecars, DistributedMetaKeepsItsConfiguration) {
    const std::string text =
        R"({"schema": 2, "params": [], "num_return_types": 0, "distributed_config": {"device_ids": [0, 1]}})";
    EXPECT_EQ(TranslateDistributedMeta(text, Newest()),
              "{\n  \"schema\": 3,\n  \"supported_execution_modes\": [\n    \"program\"\n  ],\n  \"params\": [],\n"
              "  \"num_return_types\": 0,\n  \"distributed_config\": {\n    \"device_ids\": [\n      0,\n      1\n"
              "    ]\n  }\n}");
    EXPECT_EQ(OneLine(TranslateDistributedMeta(text, FindGeneration("early_september"))), Json::parse(text).dump());
}

}  // namespace
}  // namespace pto::test
