#include "runtime/distributed/plan.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/json.h"
#include "runtime/distributed/plan_run.h"
#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Json SamplePlan() {
    return Json::parse(R"({
 "schema": 1, "source": "orchestration/host_orch.py", "entry": "map_reduce", "device_ids": [4, 7],
 "parameters": [{"name": "x", "shape": [2, 3], "dtype": "fp32"}, {"name": "n", "bits": "0x00000000000000ff"}],
 "storages": [{"name": "x", "parameter": 0, "bytes": 24},
              {"name": "order", "bytes": 4, "values": "zero"},
              {"name": "table", "bytes": 4, "values": "AQIDBA=="}],
 "domains": [{"name": "comm", "workers": [1, 0], "window_bytes": 64,
              "buffers": [{"name": "data", "offset": 0, "bytes": 32}, {"name": "sig", "offset": 32, "bytes": 32}]}],
 "dispatches": [
  {"program": "a", "rank": 0, "line": 7, "scalars": [{"bits": "0x1"}], "depends_on": [],
   "tensors": [{"storage": 0, "offset": 3, "shape": [1, 3], "strides": [3, 1], "dtype": "fp32", "tag": "INPUT"}]},
  {"program": "b", "rank": 1, "line": 9, "depends_on": [0],
   "scalars": [{"device_ctx": {"domain": 0, "rank": 1}}],
   "tensors": [{"domain": 0, "rank": 0, "buffer": 1, "shape": [8], "dtype": "int32", "tag": "INOUT"}]}]
})");
}

Plan Load(const Json& json) {
    MemoryFileSystem files;
    files.Add("plan.json", json.dump());
    return LoadPlan(files, "plan.json", "do it again");
}

Json PlanThatLooksAtValues() {
    Json json = SamplePlan();
    json["reads_values"] = Json::parse(R"([{"parameter": 0, "offset": 4, "values": "AQIDBA=="}])");
    return json;
}

TEST(LoadPlan, KnowsWhichValuesWereLookedAt) {
    EXPECT_THAT(Load(SamplePlan()).reads, IsEmpty());
    const Plan plan = Load(PlanThatLooksAtValues());
    ASSERT_EQ(plan.reads.size(), 1U);
    EXPECT_EQ(plan.reads[0].parameter, 0U);
    EXPECT_EQ(plan.reads[0].offset, 4U);
    EXPECT_THAT(plan.reads[0].values, ElementsAre(1, 2, 3, 4));
    Json json = SamplePlan();
    json["reads_values"] = true;  // as older versions wrote
    EXPECT_EQ(test::ErrorOf([&] { Load(json); }),
              "plan.json: 'reads_values' is true, expected a list of objects; do it again");
    json = PlanThatLooksAtValues();
    json["reads_values"][0]["values"] = "";
    EXPECT_EQ(test::ErrorOf([&] { Load(json); }),
              "plan.json: 'reads_values[0].values' is the string '', expected base64 of the bytes that were looked at; "
              "do it again");
}

// x [2, 3] of fp32 with `byte` at 4, and the scalar n.
std::vector<Argument> Arguments(uint8_t byte, uint64_t n = 255) {
    std::vector<Argument> arguments(2);
    arguments[0].tensor = MakeTensor("x", *FindDType("fp32"), {2, 3});
    const uint8_t values[] = {byte, 2, 3, 4};
    std::memcpy(arguments[0].tensor.bytes.data() + 4, values, sizeof values);
    arguments[1].is_scalar = true;
    arguments[1].scalar = n;
    return arguments;
}

TEST(CheckPlanArguments, APlanHoldsForWhatItWasRecordedFor) {
    const Plan plan = Load(PlanThatLooksAtValues());
    const auto misfit = [&](const std::vector<Argument>& arguments) {
        return test::ErrorOf([&] { CheckPlanArguments(plan, arguments, "do it again"); });
    };
    EXPECT_EQ(misfit(Arguments(1)), "no error");
    EXPECT_EQ(misfit(Arguments(9)),
              "plan.json: was recorded for other values of 'x', which orchestration/host_orch.py looks at; give inputs "
              "with the recorded values; the golden's inputs decide them");
    EXPECT_EQ(misfit(Arguments(1, 254)),
              "plan.json: was recorded for another value of the scalar 'n'; leave --scalar out; the golden's inputs "
              "decide the value");
    std::vector<Argument> wider = Arguments(1);
    wider[0].tensor = MakeTensor("x", *FindDType("fp32"), {2, 4});
    EXPECT_EQ(misfit(wider),
              "plan.json: was recorded for 'x' of shape [2, 3], the run has [2, 4]; give inputs of the recorded shape; "
              "the golden's inputs decide it");
    std::vector<Argument> mixed = Arguments(1);
    mixed[0].is_scalar = true;
    EXPECT_EQ(misfit(mixed), "plan.json: parameter 'x' was a tensor; do it again");
    mixed.pop_back();
    EXPECT_EQ(misfit(mixed), "plan.json: is a plan for 2 parameters, the run has 1; do it again");
    // Values that nobody looked at are free.
    std::vector<Argument> other = Arguments(1);
    other[0].tensor.bytes.data()[0] = 77;
    EXPECT_EQ(misfit(other), "no error");
}

TEST(LoadPlan, EveryField) {
    const Plan plan = Load(SamplePlan());
    EXPECT_EQ(plan.source, "orchestration/host_orch.py");
    EXPECT_THAT(plan.device_ids, ElementsAre(4, 7));
    EXPECT_THAT(*plan.parameters[0].shape, ElementsAre(2, 3));
    EXPECT_FALSE(plan.parameters[1].shape.has_value());
    EXPECT_EQ(plan.parameters[1].bits, 255U);
    EXPECT_EQ(*plan.storages[0].parameter, 0U);
    EXPECT_FALSE(plan.storages[1].parameter.has_value());
    EXPECT_THAT(plan.storages[1].values, IsEmpty());
    EXPECT_THAT(plan.storages[2].values, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(plan.domains[0].ranks, ElementsAre(1, 0));
    EXPECT_EQ(plan.domains[0].buffers[1].offset, 32U);
    ASSERT_EQ(plan.dispatches.size(), 2U);
    const Dispatch& first = plan.dispatches[0];
    EXPECT_EQ(first.line, 7);
    EXPECT_EQ(first.scalars[0].bits, 1U);
    EXPECT_EQ(*first.tensors[0].storage, 0U);
    EXPECT_EQ(first.tensors[0].offset, 3);
    EXPECT_TRUE(first.tensors[0].reads);
    EXPECT_FALSE(first.tensors[0].writes);
    const Dispatch& second = plan.dispatches[1];
    EXPECT_TRUE(second.tensors[0].reads && second.tensors[0].writes);
    EXPECT_EQ(second.rank, 1U);
    EXPECT_THAT(second.depends_on, ElementsAre(0));
    EXPECT_EQ(second.scalars[0].context->rank, 1U);
    EXPECT_EQ(second.tensors[0].window->rank, 0U);
    EXPECT_EQ(second.tensors[0].buffer, 1U);
}

TEST(LoadPlan, EveryLengthOfBase64) {
    const std::pair<const char*, std::vector<uint8_t>> cases[] = {
        {"AQ==", {1}}, {"AQI=", {1, 2}}, {"AQID", {1, 2, 3}}, {"/+8=", {255, 239}}, {"AQIDBAUG", {1, 2, 3, 4, 5, 6}}};
    for (const auto& [text, bytes] : cases) {
        Json json = SamplePlan();
        json["storages"][2]["bytes"] = bytes.size();
        json["storages"][2]["values"] = text;
        EXPECT_EQ(Load(json).storages[2].values, bytes) << text;
    }
}

struct Case {
    const char* pointer;  // of the value that is replaced
    Json value;
    const char* message;
};

class BadPlanTest : public testing::TestWithParam<Case> {};

TEST_P(BadPlanTest, IsOneError) {
    Json json = SamplePlan();
    json[Json::json_pointer(GetParam().pointer)] = GetParam().value;
    try {
        Load(json);
        FAIL() << "loaded";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), "plan.json: " + std::string(GetParam().message) + "; do it again");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadPlanTest,
    testing::Values(
        Case{"/schema", 2, "'schema' is 2, expected 1"},
        Case{"/device_ids", Json::array(), "'device_ids' is a list, expected at least one device"},
        Case{"/storages/0/parameter", 2,
             "'storages[0].parameter' is 2, expected one of the parameters, of which there are 2"},
        Case{"/storages/2/values", "AQID",
             "'storages[2].values' is the string 'AQID', expected 'zero' or base64 of as many bytes"},
        Case{"/storages/2/values", "A?ID",
             "'storages[2].values' is the string 'A?ID', expected 'zero' or base64 of as many bytes"},
        Case{"/domains/0/workers", Json::array({0, 2}), "'domains[0].workers' is a list, expected ranks of the plan"},
        Case{"/domains/0/buffers/1/bytes", 33,
             "'domains[0].buffers[1].bytes' is 33, expected a buffer inside its window of 64 bytes"},
        Case{"/dispatches/0/rank", -1, "'dispatches[0].rank' is -1, expected one of the ranks, of which there are 2"},
        Case{"/dispatches/0/tensors/0/offset", 4,
             "'dispatches[0].tensors[0].shape' is a list, expected a view inside its memory of 24 bytes"},
        Case{"/dispatches/0/tensors/0/shape", Json::array({int64_t{1} << 62, 4}),
             "'dispatches[0].tensors[0].shape' is a list, expected a view inside its memory of 24 bytes"},
        Case{"/dispatches/0/tensors/0/offset", std::numeric_limits<int64_t>::max(),
             "'dispatches[0].tensors[0].shape' is a list, expected a view inside its memory of 24 bytes"},
        Case{"/storages/1/bytes", int64_t{1} << 62,
             "'storages[1].bytes' is 4611686018427387904, expected a number of bytes up to 2^48"},
        Case{"/device_ids", Json::array({std::numeric_limits<uint64_t>::max()}),
             "'device_ids' is 18446744073709551615, expected a list of integers"},
        Case{"/dispatches/0/tensors/0/dtype", "fp33",
             "'dispatches[0].tensors[0].dtype' is the string 'fp33', expected a data type such as 'fp32' or 'int8'"},
        Case{"/dispatches/0/tensors/0/strides", Json::array({1}),
             "'dispatches[0].tensors[0].strides' is a list, expected one of 0 or more for each dimension"},
        Case{"/dispatches/0/scalars/0/bits", "0xg",
             "'dispatches[0].scalars[0].bits' is the string '0xg', expected a hexadecimal number such as "
             "'0x0000000000000001'"},
        Case{"/dispatches/1/tensors/0/buffer", 2,
             "'dispatches[1].tensors[0].buffer' is 2, expected one of the domain's buffers, of which there are 2"},
        Case{"/dispatches/1/depends_on", Json::array({1}),
             "'dispatches[1].depends_on' is a list, expected earlier dispatches"}));

TEST(LoadPlan, MissingFileSaysWhatToDo) {
    try {
        LoadPlan(MemoryFileSystem(), "d/plan.json", "do it again");
        FAIL() << "loaded";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "d/plan.json: no such file: the host orchestration was not recorded yet; do it again");
    }
}

}  // namespace
}  // namespace pto::run
