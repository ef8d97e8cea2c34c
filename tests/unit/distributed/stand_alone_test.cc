#include "runtime/distributed/stand_alone.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

enum Access { kRead = 1, kWrite = 2 };

PlanTensor Whole(size_t storage, int access) {
    PlanTensor tensor;
    tensor.storage = storage;
    tensor.dtype = FindDType("fp32");
    tensor.reads = (access & kRead) != 0;
    tensor.writes = (access & kWrite) != 0;
    return tensor;
}

Dispatch Of(const std::string& program, std::vector<PlanTensor> tensors, std::vector<size_t> depends_on = {}) {
    static int line = 10;
    Dispatch dispatch;
    dispatch.program = program;
    dispatch.line = line++ % 10 + 20;
    dispatch.tensors = std::move(tensors);
    dispatch.depends_on = std::move(depends_on);
    return dispatch;
}

// Parameters x, y, z, as storages 0, 1, 2; storage 3 is an intermediate.
Plan PlanOf(std::vector<Dispatch> dispatches) {
    Plan plan;
    plan.source = "orchestration/host_orch.py";
    plan.device_ids = {0, 1};
    for (const char* name : {"x", "y", "z"}) {
        plan.parameters.push_back({name, std::vector<int64_t>{}, 0});
        plan.storages.push_back({name, plan.storages.size(), 4, {}});
    }
    plan.storages.push_back({"h", std::nullopt, 4, {}});
    plan.domains.push_back({"ring", {0, 1}, 64, {{"data", 0, 64}}});
    plan.dispatches = std::move(dispatches);
    return plan;
}

Plan MapReduce() {
    return PlanOf({Of("map", {Whole(0, kRead), Whole(1, kWrite)}), Of("map", {Whole(0, kRead), Whole(1, kWrite)}),
                   Of("reduce", {Whole(1, kRead), Whole(2, kWrite)}, {0, 1}), Of("reduce", {Whole(2, kRead)}, {2})});
}

std::string Refusal(const Plan& plan, const std::string& program) {
    try {
        SelectProgram(plan, program, "run the whole");
    } catch (const Error& error) {
        return error.what();
    }
    return "not refused";
}

TEST(SelectProgram, TakesTheProgramsDispatchesAndTheOrderAmongThem) {
    const StandAlone alone = SelectProgram(MapReduce(), "reduce", "");
    ASSERT_EQ(alone.plan.dispatches.size(), 2U);
    EXPECT_THAT(alone.plan.dispatches[0].depends_on, IsEmpty());
    EXPECT_THAT(alone.plan.dispatches[1].depends_on, ElementsAre(0));
    EXPECT_EQ(alone.plan.storages.size(), 4U) << "indexes stay valid";
}

TEST(SelectProgram, WhatOthersComputeBeforeIsNeededAndOwnOutputsAreJudged) {
    const StandAlone map = SelectProgram(MapReduce(), "map", "");
    EXPECT_THAT(map.needed, IsEmpty());
    EXPECT_THAT(map.judged, ElementsAre(1));
    const StandAlone reduce = SelectProgram(MapReduce(), "reduce", "");
    EXPECT_THAT(reduce.needed, ElementsAre(1));
    EXPECT_THAT(reduce.written, ElementsAre(2));
    EXPECT_THAT(reduce.judged, ElementsAre(2));
}

TEST(SelectProgram, AnOutputOfTwoProgramsIsNotJudged) {
    const Plan plan = PlanOf({Of("a", {Whole(1, kWrite)}), Of("b", {Whole(1, kWrite), Whole(2, kWrite)})});
    EXPECT_THAT(SelectProgram(plan, "b", "").judged, ElementsAre(2));
    EXPECT_THAT(SelectProgram(plan, "b", "").written, ElementsAre(1, 2));
}

TEST(SelectProgram, WhatOthersWriteAfterwardsIsStillThere) {
    const Plan plan = PlanOf({Of("a", {Whole(0, kRead), Whole(1, kWrite)}), Of("b", {Whole(0, kRead | kWrite)})});
    EXPECT_THAT(SelectProgram(plan, "a", "").needed, IsEmpty());
}

TEST(SelectProgram, RefusesWhatItCannotDoWithout) {
    const Plan by_intermediate = PlanOf({Of("a", {Whole(3, kWrite)}), Of("b", {Whole(3, kRead)})});
    const std::string line = std::to_string(by_intermediate.dispatches[0].line);
    EXPECT_EQ(Refusal(by_intermediate, "b"),
              "orchestration/host_orch.py: chip program 'b' cannot run by itself: it reads 'h', which 'a' (line " +
                  line + ") computes; run the whole");
    EXPECT_EQ(Refusal(by_intermediate, "c"),
              "orchestration/host_orch.py: chip program 'c' cannot run by itself: the host orchestration never submits "
              "it; run the whole");
}

// The reference knows only what a parameter is in the end.
TEST(SelectProgram, RefusesValuesThatAreNotFinal) {
    const Plan rewritten = PlanOf({Of("a", {Whole(1, kWrite)}), Of("b", {Whole(1, kRead)}), Of("a", {Whole(1, kWrite)}),
                                   Of("b", {Whole(1, kRead)})});
    EXPECT_THAT(Refusal(rewritten, "b"), testing::HasSubstr("it reads 'y', which 'a'"));
    const Plan in_place = PlanOf({Of("a", {Whole(1, kWrite)}), Of("b", {Whole(1, kRead | kWrite)})});
    EXPECT_THAT(Refusal(in_place, "b"), testing::HasSubstr("it reads 'y', which 'a'"));
}

TEST(SelectProgram, RefusesWindows) {
    const std::string refusal =
        "orchestration/host_orch.py: chip program 'a' cannot run by itself: it exchanges data with other ranks through "
        "the window of domain 'ring'; run the whole";
    PlanTensor buffer = Whole(0, kRead);
    buffer.storage.reset();
    buffer.window = WindowPlace{0, 1};
    EXPECT_EQ(Refusal(PlanOf({Of("a", {buffer})}), "a"), refusal);
    Plan by_context = PlanOf({Of("a", {Whole(0, kRead)})});
    by_context.dispatches[0].scalars.push_back({0, WindowPlace{0, 0}});
    EXPECT_EQ(Refusal(by_context, "a"), refusal);
}

}  // namespace
}  // namespace pto::run
