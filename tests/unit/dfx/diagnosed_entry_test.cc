#include "runtime/dfx/diagnosed_entry.h"

#include <gmock/gmock.h>

#include "runtime/dfx/places.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/tensor_values.h"
#include "tests/support/trace_checks.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kRecords[] = R"({"metadata": {"clock_freq_hz": 1000000000, "core_types": ["aic", "aiv"]},
    "aicore_tasks": [[1, 9, 1, 100, 120, 3], [1, 10, 2, 130, 140, 3]], "aicpu_tasks": []})";
constexpr char kDeps[] = R"({"tasks": [{"task_id": "9", "kernel_ids": [-1, 0, -1]},
    {"task_id": "10", "kernel_ids": [-1, 1, -1]}], "edges": [{"pred": "9", "succ": "10"}]})";

class DiagnosedEntryTest : public testing::Test {
  protected:
    DiagnosedEntryTest() {
        manifest_.directory = "/b/_jit_chain";
        manifest_.platform = "a2a3sim";
        manifest_.runtime = "embedded";
        entry_.program = "chain";
        AddProgram("chain", "", {"first", "second"});
    }
    void AddProgram(const std::string& name, const std::string& directory, const std::vector<std::string>& kernels) {
        Program program;
        program.name = name;
        program.directory = directory;
        for (const std::string& kernel : kernels) {
            program.kernels.push_back({});
            program.kernels.back().func_id = static_cast<int64_t>(program.kernels.size()) - 1;
            program.kernels.back().name = kernel;
        }
        manifest_.programs.push_back(program);
    }
    // The run of a runtime: `written` below the diagnostics' directory.
    DiagnosticFiles Run(const Diagnostics& asked, const std::vector<std::pair<std::string, std::string>>& written) {
        DiagnosedEntry diagnosed(files_, manifest_, entry_, asked);
        files_.Tick();
        for (const auto& [name, text] : written) files_.Write(diagnosed.diagnostics().directory + "/" + name, text);
        return diagnosed.Finish();
    }
    static Diagnostics Swimlane() {
        Diagnostics diagnostics;
        diagnostics.swimlane_level = 4;
        return diagnostics;
    }

    MemoryFileSystem files_;
    Manifest manifest_;
    Entry entry_;
};

TEST_F(DiagnosedEntryTest, NothingAskedNothingDone) {
    EXPECT_THAT(Run({}, {}).written, IsEmpty());
    EXPECT_THAT(files_.writes(), IsEmpty());
}

TEST_F(DiagnosedEntryTest, NamesAndTimelineComeWithTheRecords) {
    const DiagnosticFiles files = Run(Swimlane(), {{"chip_swimlane_records.json", kRecords}, {"deps.json", kDeps}});
    EXPECT_THAT(files.written, ElementsAre("dfx_outputs/chip_swimlane_records.json", "dfx_outputs/deps.json",
                                           "dfx_outputs/name_map__jit_chain.json", "dfx_outputs/trace.json"));
    EXPECT_EQ(files.trace, "/b/_jit_chain/dfx_outputs/trace.json");
    EXPECT_EQ(files_.Read("/b/_jit_chain/dfx_outputs/name_map__jit_chain.json"), R"({
  "level": 2,
  "orchestrator_name": null,
  "callable_id_to_name": {
    "0": "first",
    "1": "second"
  }
}
)");
    const std::string trace = files_.Read(files.trace);
    test::CheckTrace(trace);
    EXPECT_THAT(trace, HasSubstr(R"("name": "second")"));
    EXPECT_THAT(trace, HasSubstr(R"("ph": "f")"));
}

// What lay there before is neither reported nor mixed into the timeline, and stays.
TEST_F(DiagnosedEntryTest, FilesOfEarlierRunsStayWhatTheyAre) {
    files_.Add("/b/_jit_chain/dfx_outputs/deps.json", "old");
    files_.Add("/b/_jit_chain/dfx_outputs/pmu.csv", "old");
    files_.Add("/b/_jit_chain/dfx_outputs/notes.txt", "mine");
    const DiagnosticFiles files = Run(Swimlane(), {{"chip_swimlane_records.json", kRecords}});
    EXPECT_THAT(files.written, ElementsAre("dfx_outputs/chip_swimlane_records.json",
                                           "dfx_outputs/name_map__jit_chain.json", "dfx_outputs/trace.json"));
    EXPECT_THAT(files_.Read(files.trace), HasSubstr(R"("name": "task r0t9")"));
    EXPECT_EQ(files_.Read("/b/_jit_chain/dfx_outputs/deps.json"), "old");
    EXPECT_THAT(files_.removals(), IsEmpty());
}

TEST_F(DiagnosedEntryTest, EntriesOfAParentHaveFoldersOfTheirOwn) {
    AddProgram("decode", "next_levels/decode", {"step"});
    entry_.name = entry_.program = "decode";
    Diagnostics asked;
    asked.dep_gen = true;
    EXPECT_THAT(Run(asked, {{"deps.json", kDeps}}).written,
                ElementsAre("dfx_outputs/decode/deps.json", "dfx_outputs/decode/name_map_decode.json"));
}

// PyPTO records where the program is that it is given.
TEST_F(DiagnosedEntryTest, PyptoHasItsOwnPlaceForThem) {
    AddProgram("decode", "next_levels/decode", {"step"});
    manifest_.runtime = "pypto";
    Diagnostics asked;
    asked.dep_gen = true;
    EXPECT_THAT(Run(asked, {{"deps.json", kDeps}}).written,
                ElementsAre("dfx_outputs/deps.json", "dfx_outputs/name_map__jit_chain.json"));
    entry_.name = entry_.program = "decode";
    EXPECT_THAT(
        Run(asked, {{"deps.json", kDeps}}).written,
        ElementsAre("next_levels/decode/dfx_outputs/deps.json", "next_levels/decode/dfx_outputs/name_map_decode.json"));
    EXPECT_TRUE(IsFile(files_, "/b/_jit_chain/next_levels/decode/dfx_outputs/deps.json"));
}

// Both programs number their kernels from 0: each dispatch is named by its own.
TEST_F(DiagnosedEntryTest, DispatchesOfADistributedRun) {
    AddProgram("combine", "next_levels/combine", {"add", "scale"});
    entry_.program = "";
    entry_.plan = "plan.json";
    const std::string old = "/b/_jit_chain/dfx_outputs/rank0/d7/";
    files_.Add(old + "deps.json", "old").Add(old + "mine.txt", "mine");
    const DiagnosticFiles files = Run(Swimlane(), {{"rank0/d0/chip_swimlane_records.json", kRecords},
                                                   {"rank0/d0/deps.json", kDeps},
                                                   {"rank0/d0/dispatch_program.json", R"({"program": "chain"})"},
                                                   {"rank1/d0/chip_swimlane_records.json", kRecords},
                                                   {"rank1/d0/deps.json", kDeps},
                                                   {"rank1/d0/dispatch_program.json", R"({"program": "combine"})"}});
    EXPECT_THAT(
        files.written,
        ElementsAre("dfx_outputs/rank0/d0/dispatch_program.json", "dfx_outputs/rank0/d0/chip_swimlane_records.json",
                    "dfx_outputs/rank0/d0/deps.json", "dfx_outputs/rank0/d0/name_map.json",
                    "dfx_outputs/rank1/d0/dispatch_program.json", "dfx_outputs/rank1/d0/chip_swimlane_records.json",
                    "dfx_outputs/rank1/d0/deps.json", "dfx_outputs/rank1/d0/name_map.json", "dfx_outputs/trace.json"));
    EXPECT_THAT(files_.removals(), ElementsAre(old + "deps.json"));
    EXPECT_EQ(files_.Read(old + "mine.txt"), "mine");
    EXPECT_THAT(files_.Read("/b/_jit_chain/dfx_outputs/rank1/d0/name_map.json"), HasSubstr("\"0\": \"add\""));
    const std::string trace = files_.Read(files.trace);
    test::CheckTrace(trace);
    EXPECT_THAT(trace, HasSubstr(R"("name": "first", "cat": "aiv", "ts": 0.000, "dur": 0.020, "pid": 1)"));
    EXPECT_THAT(trace, HasSubstr(R"("name": "add", "cat": "aiv", "ts": 0.000, "dur": 0.020, "pid": 2)"));
}

TEST_F(DiagnosedEntryTest, SelectedArgumentsOfAProgramThatSelectsNone) {
    Diagnostics asked;
    asked.dump_args = 1;
    EXPECT_THAT(Run(asked, {}).notes, ElementsAre("--dump-args 1 dumps what the program selects with dump(), which is "
                                                  "nothing; --dump-args 2 dumps all"));
    EXPECT_THAT(Run(asked, {{"args_dump/args_dump.json", "{}"}}).notes, IsEmpty());
}

TEST_F(DiagnosedEntryTest, RecordsThatCannotBeRead) {
    EXPECT_EQ(
        ErrorOf([&] {
            Run(Swimlane(), {{"chip_swimlane_records.json", "{"}});
        }),
        "/b/_jit_chain/dfx_outputs/chip_swimlane_records.json:1:2: malformed: the JSON text ends too early; remove "
        "the file and record it again");
}

TEST_F(DiagnosedEntryTest, CountersNeedAnotherRuntime) {
    Diagnostics asked;
    asked.pmu = 2;
    EXPECT_EQ(
        ErrorOf([&] { CheckDiagnostics(manifest_, asked); }),
        "--pmu: the embedded runtime has no performance counters to read; leave --pmu out, or set SIMPLER_ROOT and "
        "run 'pto-ninja /b/_jit_chain' again to use the runtime 'simpler'");
    manifest_.runtime = "simpler";
    CheckDiagnostics(manifest_, asked);
}

TEST_F(DiagnosedEntryTest, ArrowsNeedDependenciesWhichDisturbNoSimulator) {
    EXPECT_TRUE(DiagnosedEntry(files_, manifest_, entry_, Swimlane()).diagnostics().dep_gen);
    manifest_.platform = "a2a3";
    EXPECT_FALSE(DiagnosedEntry(files_, manifest_, entry_, Swimlane()).diagnostics().dep_gen);
}

TEST(PlacesTest, NamesOfDirectories) {
    EXPECT_EQ(DirectoryName("/b/_jit_x"), "_jit_x");
    EXPECT_EQ(DirectoryName("/b/_jit_x/"), "_jit_x");
    EXPECT_EQ(DirectoryName("/b/_jit_x/."), "_jit_x");
    EXPECT_EQ(DirectoryName("/b/y/../_jit_x"), "_jit_x");
}

TEST(PlacesTest, DispatchesInOrderOfTheirNumbers) {
    MemoryFileSystem files;
    for (const char* name : {"rank10/d0/x", "rank2/d10/x", "rank2/d9/x", "rank2/data/x", "ranks/d0/x", "rank1"}) {
        files.Add(std::string("/o/") + name);
    }
    EXPECT_THAT(DispatchFolders(files, "/o"), ElementsAre("rank2/d9/", "rank2/d10/", "rank10/d0/"));
    EXPECT_THAT(DispatchFolders(files, "/none"), IsEmpty());
}

}  // namespace
}  // namespace pto::run
