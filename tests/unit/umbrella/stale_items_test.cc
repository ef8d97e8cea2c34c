#include "generator/umbrella/stale_items.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/hash.h"
#include "contract/layout.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/scan.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class StaleItemsTest : public testing::Test {
  protected:
    StaleItemsTest() {
        unsetenv("PTO_TEST_STALE");
        plan_.objects = {{"k.so", "k.cpp", "flags"}, {".pto-ninja/v-debug/k.so", "k.cpp", ""}};
        plan_.groups = {{".pto-ninja/golden/witness", {"golden.py", "data"}}, {kPlanWitness, {kPlanSource}}};
        plan_.made = {{".pto-ninja/golden/inputs.safetensors"}, {kPlanFile}};
        plan_.config_files = {"kernel_config.py"};
        plan_.environment = {"PTO_TEST_STALE"};
        files_.Add("d/" + std::string(kScanPlanFile), ScanPlanText(plan_));
        for (const char* file : {"kernel_config.py", "golden.py", kPlanSource, "k.cpp"}) {
            files_.Add(std::string("d/") + file, "as built");
        }
        const std::string hash = ContentHash("as built");
        files_.Add("d/k.so", "\177ELF");
        files_.Add("d/" + RecordOf("k.so"), CompileRecordText({{{hash, "k.cpp"}}, {}, {}, {}, "flags", {}}));
        files_.Add("d/" + std::string(kInputsFile),
                   "content " + hash + " kernel_config.py\nenvironment PTO_TEST_STALE unset\n");
        files_.Tick();
        files_.Add("d/" + std::string(kBuildStamp), "");
        for (const ScanGroup& group : plan_.groups) files_.Add("d/" + group.witness, Witness(group));
        files_.Tick();
        for (const std::vector<std::string>& made : plan_.made) files_.Add("d/" + made[0], "made");
    }

    std::string Witness(ScanGroup group) {
        HashCache hashes(files_, "", 0);
        for (std::string& path : group.paths) path.insert(0, "d/");
        return WitnessText(group, hashes);
    }

    std::vector<std::string> Found() {
        HashCache hashes(files_, "", 0);
        const StaleItems found = FindStaleItems(files_, "d", BuildDirectory(), hashes);
        EXPECT_EQ(found.binaries, 1u) << "the one for a debugger is built when somebody debugs";
        std::vector<std::string> lines;
        for (const StaleItem& item : found.items) {
            lines.push_back(std::string(CauseCode(item.reason.cause)) + ": " + item.name + ": " + item.reason.text);
        }
        return lines;
    }

    static constexpr char kPlanSource[] = "orchestration/host_orch.py";
    MemoryFileSystem files_;
    ScanPlan plan_;
};

TEST_F(StaleItemsTest, NothingWhileAllIsAsBuilt) {
    EXPECT_THAT(Found(), IsEmpty());
}

TEST_F(StaleItemsTest, Metadata) {
    setenv("PTO_TEST_STALE", "", 1);
    files_.Add("d/kernel_config.py", "edited");
    EXPECT_THAT(Found(), ElementsAre("metadata: kernel_config.py: has changed since the build was generated",
                                     "metadata: PTO_TEST_STALE: has changed since the build was generated"));
    unsetenv("PTO_TEST_STALE");
    files_.Add("d/kernel_config.py", "as built");
    EXPECT_THAT(Found(), IsEmpty());
    files_.Remove("d/" + std::string(kBuildStamp));
    EXPECT_THAT(Found(), ElementsAre("metadata: build.ninja: was not written again after its inputs had changed"));
    files_.Remove("d/" + std::string(kInputsFile));
    EXPECT_THAT(Found(), ElementsAre("metadata: build.ninja: what it was written from is not recorded"));
}

TEST_F(StaleItemsTest, Python) {
    files_.Add("d/golden.py", "edited").Add(std::string("d/") + kPlanSource, "edited");
    EXPECT_THAT(Found(), ElementsAre("source: golden.py: or its data changed since it was run",
                                     "source: orchestration/host_orch.py: has changed since it was recorded"));
    // A build has noticed it and then failed.
    files_.Tick();
    for (const ScanGroup& group : plan_.groups) files_.Add("d/" + group.witness, Witness(group));
    EXPECT_EQ(Found().size(), 2u);
    for (const std::vector<std::string>& made : plan_.made) files_.Remove("d/" + made[0]);
    EXPECT_THAT(Found(), ElementsAre("never-built: golden.py: was not run yet",
                                     "never-built: orchestration/host_orch.py: not recorded"));
}

TEST_F(StaleItemsTest, Binaries) {
    files_.Add("d/k.cpp", "edited");
    EXPECT_THAT(Found(), ElementsAre("source: k.cpp: 'k.cpp' changed"));
    files_.Add("d/k.cpp", "as built");
    plan_.objects[0].flags = "others";
    files_.Add("d/" + std::string(kScanPlanFile), ScanPlanText(plan_));
    EXPECT_THAT(Found(), ElementsAre("flags: k.cpp: its flags changed"));
    files_.Remove("d/k.so");
    EXPECT_THAT(Found(), ElementsAre("gone: k.cpp: the binary is gone"));
}

}  // namespace
}  // namespace pto::gen
