// The distributed builds of the reference corpus, recorded from where they lie.
#include <gmock/gmock.h>

#include <cstdlib>

#include "generator/config/build_directory_loader.h"
#include "generator/plan/plan_request.h"
#include "tests/support/needs.h"
#include "tests/support/plan_recording.h"
#include "tests/support/shared_data.h"

namespace pto::test {
namespace {

using Strings = std::vector<std::string>;

class PlanCorpus : public PlanRecording {
  protected:
    void SetUp() override {
        PlanRecording::SetUp();
        if (IsSkipped()) return;
        corpus_ = SharedRoot() + "/corpus/";
        PTO_NEEDS_DATA("corpus/map_reduce_l3");
    }

    Json PlanOf(const std::string& name) {
        RealFileSystem files;
        options_.root = corpus_ + name;
        options_.source = options_.root + "/orchestration/host_orch.py";
        // Sources of a builtin are missing in one; a plan needs none.
        gen::BuildDirectory directory = gen::LoadBuildDirectory({files, options_.root}, gen::MissingSources::kNote);
        options_.request = gen::PlanRequestText(directory, {}, gen::OverrideDevices(directory, {}));
        return Json::parse(gen::RecordPlan(options_, python_, files, [](const std::string&) {}).text);
    }
    // "program@rank after [..]" of each dispatch.
    static Strings Order(const Json& plan) {
        Strings order;
        for (const Json& dispatch : plan["dispatches"]) {
            order.push_back(dispatch["program"].get<std::string>() + "@" + dispatch["rank"].dump() + " after " +
                            dispatch["depends_on"].dump());
        }
        return order;
    }

    std::string corpus_;
};

TEST_F(PlanCorpus, MapReduce) {
    const Json plan = PlanOf("map_reduce_l3");
    EXPECT_EQ(Order(plan), (Strings{"per_rank@0 after []", "per_rank@1 after []", "combine@0 after [0,1]"}));
    EXPECT_EQ(plan["dispatches"][2]["tensors"].dump(),
              R"([{"storage":1,"offset":0,"shape":[16,32],"strides":[32,1],"dtype":"fp32","tag":"INPUT"},)"
              R"({"storage":1,"offset":512,"shape":[16,32],"strides":[32,1],"dtype":"fp32","tag":"INPUT"},)"
              R"({"storage":2,"offset":0,"shape":[16,32],"strides":[32,1],"dtype":"fp32","tag":"OUTPUT_EXISTING"}])");
    EXPECT_EQ(plan["dispatches"][1]["scalars"].dump(), R"([{"bits":"0x0000000000000001"}])");
}

TEST_F(PlanCorpus, ShareSumIsRecordedWhole) {
    const Json plan = PlanOf("share_sum_l3");
    const std::string builtin = "builtin.tensor.allreduce__sum__fp32";
    EXPECT_EQ(Order(plan), (Strings{"publish@0 after []", "publish@1 after []", builtin + "@0 after [0]",
                                    builtin + "@1 after [1]", "collect@0 after [2]", "collect@1 after [3]"}));
    EXPECT_EQ(plan["domains"].dump(),
              R"([{"name":"comm_d0","workers":[0,1],"window_bytes":544,"buffers":[{"name":"buf__ssa_v0","offset":0,)"
              R"("bytes":512},{"name":"sig__ssa_v0","offset":512,"bytes":32}]}])");
    EXPECT_EQ(plan["storages"].dump(),
              R"([{"name":"xs__ssa_v0","parameter":0,"bytes":1024},{"name":"ys__ssa_v0","parameter":1,"bytes":1024},)"
              R"({"name":"__comm_d0_ord[0]","bytes":4,"values":"zero"},)"
              R"({"name":"__comm_d0_ord[1]","bytes":4,"values":"zero"}])");
    EXPECT_EQ(plan["dispatches"][3].dump(),
              R"({"program":"builtin.tensor.allreduce__sum__fp32","rank":1,"line":41,"tensors":[)"
              R"({"domain":0,"rank":1,"buffer":0,"shape":[1,128],"dtype":"fp32","tag":"INOUT"},)"
              R"({"domain":0,"rank":1,"buffer":1,"shape":[2],"dtype":"int32","tag":"INOUT"},)"
              R"({"storage":3,"offset":0,"shape":[1],"strides":[1],"dtype":"int32","tag":"INOUT"}],)"
              R"("scalars":[{"bits":"0x0000000000000002"},{"device_ctx":{"domain":0,"rank":1}},)"
              R"({"bits":"0x0000000000000001"}],"domains":[0],"config":{"aicpu_thread_num":0},"depends_on":[1]})");
}

}  // namespace
}  // namespace pto::test
