// Diagnostics of real runs: every file is read back and held against the program, the golden and what the simulator of
// the chip recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file_system.h"
#include "base/json.h"
#include "base/text.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"
#include "tests/support/trace_checks.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr char kAllFlags[] = "--swimlane --dump-args 2 --dep-gen --scope-stats";

std::vector<std::string> FilesBelow(const std::string& directory) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
        if (entry.is_regular_file())
            names.push_back(std::filesystem::relative(entry.path(), directory).generic_string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Outcome ReplayWith(Workspace& work, const std::string& directory, const std::string& flags,
                   const std::string& target = "replay") {
    EXPECT_EQ(work.Generate(directory).exit_code, 0);
    const Outcome outcome = work.Ninja(directory, {target}, {"PTO_REPLAY_FLAGS=" + flags});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    return outcome;
}

// Bytes of the tensors of a safetensors file, by name.
std::map<std::string, std::string> Tensors(const std::string& path) {
    std::map<std::string, std::string> tensors;
    for (const Tensor& tensor : ReadSafetensors(path).tensors)
        tensors[tensor.name] = std::string(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
    return tensors;
}

constexpr uint64_t kRingOne = uint64_t{1} << 32;

class ThreeStepsTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("three_steps");
        outcome_ = ReplayWith(work_, directory_, std::string(kAllFlags) + " --save-outputs " + work_.Path("out.npy"));
    }
    std::string Dfx(const std::string& name) const { return directory_ + "/dfx_outputs/" + name; }

    // What was dumped of an argument, "<task> <argument> <stage>" -> bytes.
    std::map<std::string, std::string> Dumped() const {
        const std::string bytes = ReadFile(Dfx("args_dump/args.bin"));
        std::map<std::string, std::string> dumped;
        const Json manifest = ReadJson(Dfx("args_dump/args_dump.json"));
        for (const Json& argument : manifest["args"]) {
            if (argument["kind"] == "scalar") continue;
            const uint64_t task = std::stoull(argument["task_id"].get<std::string>(), nullptr, 16);
            const std::string key = std::to_string(task & UINT32_MAX) + " " + argument["arg_index"].dump() + " " +
                                    argument["stage"].get<std::string>();
            dumped[key] = bytes.substr(argument["bin_offset"], argument["bin_size"]);
        }
        return dumped;
    }

    Workspace work_;
    std::string directory_;
    Outcome outcome_;
};

TEST_F(ThreeStepsTest, FilesAreNamedAndListed) {
    EXPECT_THAT(FilesBelow(directory_ + "/dfx_outputs"),
                ElementsAre("args_dump/args.bin", "args_dump/args_dump.json", "chip_swimlane_records.json", "deps.json",
                            "name_map_three_steps.json", "scope_stats/scope_stats.jsonl", "trace.json"));
    EXPECT_THAT(outcome_.out, HasSubstr("dfx_outputs/ (7 files); timeline in " + Dfx("trace.json") + "\n"));
    const Json entry = ReadJson(directory_ + "/.pto-ninja/last_run.json")["entries"][0];
    EXPECT_EQ(entry["trace"], Dfx("trace.json"));
    EXPECT_EQ(entry["artefacts"].size(), 8u);
    for (const Json& artefact : entry["artefacts"]) {
        const std::filesystem::path path = artefact.get<std::string>();
        EXPECT_TRUE(std::filesystem::exists(path.is_absolute() ? path : directory_ / path)) << artefact;
    }
}

TEST_F(ThreeStepsTest, TasksRanInTheOrderOfTheirDependencies) {
    const Json records = ReadJson(Dfx("chip_swimlane_records.json"));
    std::map<uint64_t, std::pair<int64_t, int64_t>> times;
    std::map<std::pair<int, int>, Json> rows;
    for (const Json& row : records["aicore_tasks"]) {
        times[row[1]] = {row[3], row[4]};
        rows[{row[0], row[2]}] = row;
        EXPECT_EQ(records["metadata"]["core_types"][row[0].get<size_t>()], "aiv");
    }
    ASSERT_EQ(times.size(), 3u);
    ASSERT_EQ(records["aicpu_tasks"].size(), 3u);
    for (const Json& row : records["aicpu_tasks"]) {
        const Json task = rows.at({row[0], row[1]});
        EXPECT_LE(row[2], task[3]);
        EXPECT_LE(task[3], task[4]);
        EXPECT_LE(task[4], row[3]);
    }
    std::set<std::pair<uint64_t, uint64_t>> waits;
    const Json dependencies = ReadJson(Dfx("deps.json"));
    for (const Json& edge : dependencies["edges"]) {
        const uint64_t pred = std::stoull(edge["pred"].get<std::string>());
        const uint64_t succ = std::stoull(edge["succ"].get<std::string>());
        if (edge["source"] != "tensormap") {
            EXPECT_EQ(pred, kRingOne) << "the intermediates are allocated by the first call";
            continue;
        }
        waits.insert({pred, succ});
        EXPECT_LE(times.at(pred).second, times.at(succ).first);
    }
    EXPECT_THAT(waits, ElementsAre(std::pair(kRingOne + 1, kRingOne + 2), std::pair(kRingOne + 2, kRingOne + 3)));
    ASSERT_EQ(records["aicpu_orchestrator_phases"][0].size(), 4u);
    for (uint64_t i = 0; i < 4; ++i) EXPECT_EQ(records["aicpu_orchestrator_phases"][0][i]["task_id"], kRingOne + i);
}

TEST_F(ThreeStepsTest, DumpedBytesAreThoseOfTheRun) {
    const std::map<std::string, std::string> dumped = Dumped();
    ASSERT_EQ(dumped.size(), 8u);
    const auto inputs = Tensors(directory_ + "/.pto-ninja/golden/inputs.safetensors");
    EXPECT_EQ(dumped.at("1 0 before_dispatch"), inputs.at("x"));
    EXPECT_EQ(dumped.at("2 1 before_dispatch"), inputs.at("w"));
    EXPECT_EQ(dumped.at("3 1 before_dispatch"), inputs.at("x"));
    EXPECT_EQ(dumped.at("1 1 after_completion"), dumped.at("2 0 before_dispatch"));
    EXPECT_EQ(dumped.at("2 2 after_completion"), dumped.at("3 0 before_dispatch"));
    const std::string saved = ReadFile(work_.Path("out.npy"));
    EXPECT_EQ(dumped.at("3 2 after_completion"), saved.substr(saved.size() - 2048));
    const Json manifest = ReadJson(Dfx("args_dump/args_dump.json"));
    EXPECT_EQ(manifest["total_args"], 9);
    const Json& scalar = manifest["args"][1];
    EXPECT_EQ(scalar["kind"], "scalar");
    EXPECT_EQ(scalar["value"], 0x3f000000) << "0.5f";
}

TEST_F(ThreeStepsTest, TimelineHasKernelsByNameAndAnArrowForEachDependency) {
    const std::string text = ReadFile(Dfx("trace.json"));
    CheckTrace(text);
    std::vector<std::string> kernels;
    size_t arrows = 0;
    const Json trace = ParseJson(text, "trace.json", "");
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] == "X" && event["cat"] == "aiv") kernels.push_back(event["name"]);
        arrows += event["ph"] == "s" ? 1 : 0;
    }
    EXPECT_THAT(kernels, ElementsAre("scale", "floor_at", "difference"));
    EXPECT_EQ(arrows, 2u);
    EXPECT_EQ(ReadJson(Dfx("name_map_three_steps.json"))["callable_id_to_name"],
              (Json{{"0", "scale"}, {"1", "floor_at"}, {"2", "difference"}}));
}

TEST_F(ThreeStepsTest, RecordingIsOffWhereItIsNotAskedForAndWhileTiming) {
    const std::string before = ReadFile(Dfx("chip_swimlane_records.json"));
    const Outcome plain = ReplayWith(work_, directory_, "");
    EXPECT_EQ(ReadFile(Dfx("chip_swimlane_records.json")), before);
    EXPECT_THAT(plain.out, Not(HasSubstr("dfx_outputs")));
    WriteFile(Dfx("mine.txt"), "mine");
    const Outcome timed = ReplayWith(work_, directory_, "--swimlane-level 1 --rounds 3", "benchmark");
    EXPECT_THAT(timed.out, HasSubstr("[RUN] effective_us (3 rounds)"));
    const Json records = ReadJson(Dfx("chip_swimlane_records.json"));
    EXPECT_EQ(records["chip_swimlane_level"], 1);
    EXPECT_EQ(records["aicore_tasks"].size(), 3u);
    EXPECT_EQ(ReadFile(Dfx("mine.txt")), "mine");
}

TEST(DiagnosticsTest, TargetsAndTheirHelp) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    ReplayWith(work, directory, "", "swimlane");
    EXPECT_TRUE(std::filesystem::exists(directory + "/dfx_outputs/trace.json"));
    ReplayWith(work, directory, "", "dump");
    EXPECT_TRUE(std::filesystem::exists(directory + "/dfx_outputs/args_dump/args.bin"));
    const Outcome help = work.Ninja(directory, {"help"});
    EXPECT_THAT(help.out, HasSubstr("swimlane"));
    const Outcome counters = work.Ninja(directory, {"replay"}, {"PTO_REPLAY_FLAGS=--pmu 2"});
    EXPECT_EQ(counters.exit_code, 1);
    EXPECT_THAT(counters.All(),
                HasSubstr("--pmu: the embedded runtime has no performance counters to read; leave --pmu out, or set "
                          "SIMPLER_ROOT and run 'pto-ninja .' again to use the runtime 'simpler'"));
}

TEST(DiagnosticsTest, EveryDispatchOfADistributedRunHasItsFolder) {
    PTO_NEEDS(MissingPython());
    Workspace work;
    const std::string directory = work.CopyExample("neighbour_sum");
    WriteFile(directory + "/dfx_outputs/rank0/d5/deps.json", "of a larger run");
    ReplayWith(work, directory, kAllFlags);
    const std::string dfx = directory + "/dfx_outputs/";
    EXPECT_FALSE(std::filesystem::exists(dfx + "rank0/d5/deps.json"));
    for (const std::string rank : {"rank0", "rank1"}) {
        EXPECT_EQ(ReadJson(dfx + rank + "/d0/dispatch_program.json"), (Json{{"program", "publish"}}));
        EXPECT_EQ(ReadJson(dfx + rank + "/d1/dispatch_program.json"), (Json{{"program", "collect"}}));
        EXPECT_EQ(ReadJson(dfx + rank + "/d1/name_map.json")["callable_id_to_name"]["0"], "add_neighbour");
        EXPECT_EQ(ReadJson(dfx + rank + "/d0/args_dump/args_dump.json")["inout_args"], 2);
    }
    const std::string text = ReadFile(dfx + "trace.json");
    CheckTrace(text);
    std::set<std::string> lanes;
    const Json trace = ParseJson(text, "trace.json", "");
    for (const Json& event : trace["traceEvents"]) {
        if (event["ph"] == "X" && event["cat"] == "aiv")
            lanes.insert(event["pid"].dump() + " " + event["name"].get<std::string>());
    }
    EXPECT_THAT(lanes, ElementsAre("1 add_neighbour", "1 double_rows", "2 add_neighbour", "2 double_rows"));
}

// "aicore_tasks[][] integer": the path of every value, elements of a list alike, and its type.
void AddSchema(const Json& json, const std::string& path, std::set<std::string>& schema) {
    if (json.is_object()) {
        schema.insert(path + " object");
        for (const auto& [key, value] : json.items()) AddSchema(value, path + "." + key, schema);
    } else if (json.is_array()) {
        schema.insert(path + " list");
        for (const Json& value : json) AddSchema(value, path + "[]", schema);
    } else {
        schema.insert(path + " " + (json.is_number_integer() ? "integer" : json.type_name()));
    }
}

std::set<std::string> SchemaOf(const std::string& path) {
    std::set<std::string> schema;
    if (!path.ends_with(".jsonl")) {
        AddSchema(ReadJson(path), "", schema);
        return schema;
    }
    const std::string text = ReadFile(path);
    for (const std::string_view line : Lines(text)) AddSchema(ParseJson(line, path, ""), "", schema);
    return schema;
}

// Same files, same keys, same types at every level as the simulator of the chip wrote for the same program. Counters it
// has alone; the names of kernels stand beside our dispatches too, as PyPTO puts them there for a device.
void CompareWithSample(const std::string& name) {
    Workspace work;
    const std::string sample = SharedRoot() + "/dfx-samples/" + name;
    const std::string directory = work.CopyReference(name);
    ReplayWith(work, directory, kAllFlags);
    std::set<std::string> expected;
    for (const std::string& file : FilesBelow(sample)) {
        if (!file.ends_with("pmu.csv")) expected.insert(file);
    }
    std::set<std::string> found;
    for (const std::string& file : FilesBelow(directory + "/dfx_outputs")) {
        if (file != "trace.json" && !file.ends_with("/name_map.json")) found.insert(file);
    }
    EXPECT_EQ(found, expected);
    for (const std::string& file : expected) {
        if (file.ends_with(".bin")) continue;
        EXPECT_EQ(SchemaOf(directory + "/dfx_outputs/" + file), SchemaOf(sample + "/" + file)) << file;
    }
}

TEST(DiagnosticsTest, SameFormAsTheSimulatorsOfOneChip) {
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS_DATA("dfx-samples/gated_residual");
    CompareWithSample("gated_residual");
}

TEST(DiagnosticsTest, SameFormAsTheSimulatorsOfSeveralRanks) {
    PTO_NEEDS_DATA("corpus");
    PTO_NEEDS_DATA("dfx-samples/map_reduce_l3");
    PTO_NEEDS(MissingPython());
    CompareWithSample("map_reduce_l3");
}

}  // namespace
}  // namespace pto::test
