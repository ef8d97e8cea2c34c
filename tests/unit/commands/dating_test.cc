#include "generator/commands/dating.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

DatedFact Fact(FactOf of, const std::string& text, const std::string& since, const std::string& until = {}) {
    return {of, text, since, until, false};
}

const DatedFact kSchema1 = Fact(FactOf::kSidecar, "schema 1", "2026-08-14", "2026-09-15");
const DatedFact kSchema2 = Fact(FactOf::kSidecar, "schema 2", "2026-09-15");
const DatedFact kOldHeader = Fact(FactOf::kOrchestration, "old.h", "", "2026-08-26");
const DatedFact kNewHeader = Fact(FactOf::kOrchestration, "new.h", "2026-08-26");
const DatedFact kOldKernel = Fact(FactOf::kKernel, "ChipTensor", "2026-08-04", "2026-08-26");

TEST(Date, NamesTheMonthsInWhichAllFactsHold) {
    struct Case {
        std::vector<DatedFact> facts;
        const char* months;
    };
    const DatedFact early = Fact(FactOf::kKernel, "early", "2025-12-09", "2026-01-01");
    const DatedFact newer = {FactOf::kSidecar, "schema 9", "2026-09-15", "", true};
    const Case cases[] = {
        {{}, "not to be told"},
        {{kSchema1, kOldHeader, kOldKernel}, "August 2026"},
        {{kSchema1, kNewHeader}, "August 2026 to September 2026"},
        {{kSchema2, kNewHeader}, "September 2026"},
        {{kOldHeader}, "up to August 2026"},
        {{early}, "December 2025"},
        {{kSchema2, kOldHeader}, "mixed"},
        {{kNewHeader, kOldKernel}, "mixed"},  // one ended on the day the other began
        {{newer, kNewHeader}, "newer than all that is known"},
        {{newer, kOldHeader}, "newer than all that is known"},
    };
    for (const Case& c : cases) EXPECT_EQ(Date(c.facts).months, c.months);
}

TEST(Date, SaysWhichFactsDecideForEachKindOfFile) {
    const DatedFact weak = Fact(FactOf::kOrchestration, "weak", "2026-06-25");
    EXPECT_EQ(Date({kNewHeader, kSchema2, weak, kOldKernel}).why,
              "schema 2 since 2026-09-15; new.h since 2026-08-26; ChipTensor since 2026-08-04 until 2026-08-26");
    EXPECT_EQ(Date({kNewHeader, kOldHeader}).why, "new.h since 2026-08-26; old.h until 2026-08-26");
    EXPECT_EQ(Date({{FactOf::kSidecar, "schema 9", "2026-09-15", "", true}}).why, "schema 9 is not known");
    EXPECT_EQ(Date({}).why, "neither sidecars nor sources have anything that changed");
}

std::string Shown(const std::vector<DatedFact>& facts) {
    std::string text;
    for (const DatedFact& fact : facts) {
        text += fact.text + "|" + fact.since + "|" + fact.until + (fact.newer ? "|newer\n" : "\n");
    }
    return text;
}

TEST(DatedFacts, OfSidecarsTypesAndSources) {
    BuildDirectory directory = SampleSingle();
    directory.root = "/d";
    CompiledMeta& meta = *directory.programs[0].meta;
    meta.params[0].dtype = "fp4e2m1x2";
    meta.params[1].dtype = "fp6";
    MemoryFileSystem files;
    files.Add("/d/orchestration/gated.cpp",
              "// #include \"orchestration_api.h\"\n#include \"pto_orchestration_api.h\"\n");
    const std::string common =
        "type fp4e2m1x2 in compiled_meta.json|2026-09-20|\ntype fp6 in compiled_meta.json|||newer\n"
        "pto_orchestration_api.h in orchestration/gated.cpp:2||2026-08-26\n";
    EXPECT_EQ(Shown(DatedFacts(files, directory)), "schema 1 in compiled_meta.json|2026-08-14|2026-09-15\n" + common);
    meta.schema = 2;
    EXPECT_EQ(Shown(DatedFacts(files, directory)), "schema 2 in compiled_meta.json|2026-09-15|\n" + common);
    meta.schema = 5;
    EXPECT_EQ(Shown(DatedFacts(files, directory)), "schema 5 in compiled_meta.json|2026-09-15||newer\n" + common);
}

TEST(DatedFacts, OfADistributedBuild) {
    BuildDirectory directory = SampleDistributed();
    directory.distributed->common.schema = 2;
    directory.distributed->common.file = "distributed_meta.json";
    EXPECT_EQ(Shown(DatedFacts(MemoryFileSystem(), directory)),
              "schema 2 in distributed_meta.json|2026-07-27|2026-09-15\n");
}

}  // namespace
}  // namespace pto::gen
