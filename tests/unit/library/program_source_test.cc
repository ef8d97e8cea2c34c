#include "library/program_source.h"

#include <gmock/gmock.h>

#include "library/bind_arguments.h"
#include "tests/support/memory_file_system.h"

namespace pto::lib {
namespace {

using testing::ElementsAre;

constexpr const char* kMeta = R"({"schema": 1, "platform": "a2a3sim", "params": [
    {"name": "x", "direction": "In", "shape": [-1, 64], "dtype": "fp16"},
    {"name": "k", "direction": "In", "shape": null, "dtype": "int32"},
    {"name": "y", "direction": "InOut", "shape": [], "dtype": "fp32"}]})";
constexpr const char* kDistributed =
    R"({"schema": 2, "platform": "a2a3", "params": [], "distributed_config": {"device_ids": [0, 1]}})";
constexpr const char* kConfig =
    "from pathlib import Path\n_R = Path(__file__).parent\n"
    "ORCHESTRATION = {'source': str(_R / 'orchestration' / 'main.cpp'), 'function_name': 'entry'}\n"
    "KERNELS = [{'func_id': 0, 'source': str(_R / 'kernels' / 'aiv' / 'k.cpp'), 'core_type': 'aiv'}]\n";

void AddChip(MemoryFileSystem& files, const std::string& directory, const char* meta) {
    files.Add(directory + "/kernel_config.py", kConfig);
    files.Add(directory + "/orchestration/main.cpp");
    files.Add(directory + "/kernels/aiv/k.cpp");
    if (meta != nullptr) files.Add(directory + "/compiled_meta.json", meta);
}

MemoryFileSystem OneChip() {
    MemoryFileSystem files;
    AddChip(files, "/d", kMeta);
    return files;
}

MemoryFileSystem TwoPrograms() {
    MemoryFileSystem files;
    AddChip(files, "/d/next_levels/decode", kMeta);
    AddChip(files, "/d/next_levels/prefill", kMeta);
    return files;
}

MemoryFileSystem Distributed() {
    MemoryFileSystem files;
    files.Add("/d/orchestration/host_orch.py");
    files.Add("/d/distributed_meta.json", kDistributed);
    AddChip(files, "/d/next_levels/rank", nullptr);
    return files;
}

std::string ErrorOf(const std::function<void()>& load) {
    try {
        load();
        return "accepted";
    } catch (const Error& error) {
        return error.what();
    }
}

std::string PlatformOf(const MemoryFileSystem& files, const FromDirOptions& options) {
    const ProgramImpl program = LoadOneChip(files, "/d", options);
    return program.platform + " " + program.backend;
}

TEST(ProgramSource, HasTheNotesOnTheMetadata) {
    EXPECT_THAT(LoadOneChip(OneChip(), "/d", {}).notes, testing::IsEmpty());
    MemoryFileSystem files = OneChip();
    files.Add("/d/compiled_meta.json", R"({"schema": 9, "params": []})");
    const std::string newer = ": schema is 9, newer than ";
    const std::string read = ", and what it adds is not used";
    EXPECT_THAT(LoadOneChip(files, "/d", {}).notes,
                ElementsAre("compiled_meta.json" + newer + "2, which is the newest that is known: read like 2" + read));
    files = Distributed();
    files.Add("/d/distributed_meta.json", R"({"schema": 9, "params": []})");
    EXPECT_THAT(
        LoadDistributed(files, "/d", {}).notes,
        ElementsAre("distributed_meta.json" + newer + "3, which is the newest that is known: read like 3" + read,
                    "distributed_meta.json: distributed_config is missing: taken as device 0 alone, as PyPTO does"));
}

TEST(ProgramSource, HasTheParametersOfTheSidecar) {
    const ProgramImpl program = LoadOneChip(OneChip(), "/d", {});
    ASSERT_EQ(program.params.size(), 3U);
    EXPECT_EQ(program.params[0].name, "x");
    EXPECT_EQ(program.params[0].direction, Direction::kIn);
    EXPECT_EQ(program.params[0].dtype, "fp16");
    EXPECT_THAT(*program.params[0].shape, ElementsAre(-1, 64));
    EXPECT_FALSE(program.params[1].shape.has_value());
    EXPECT_TRUE(program.run_params[1].IsScalar());
    EXPECT_EQ(program.params[2].direction, Direction::kInOut);
    EXPECT_TRUE(program.params[2].shape->empty());
    EXPECT_FALSE(program.distributed);
}

TEST(ProgramSource, PlatformAndBackendReplaceWhatIsRecorded) {
    const MemoryFileSystem files = OneChip();
    EXPECT_EQ(PlatformOf(files, {}), "a2a3sim Ascend910B");
    EXPECT_EQ(PlatformOf(files, {"a5", ""}), "a5 Ascend950");
    EXPECT_EQ(PlatformOf(files, {"", "Ascend950"}), "a5sim Ascend950");
    EXPECT_EQ(PlatformOf(files, {"", "Ascend910B"}), "a2a3sim Ascend910B");
    EXPECT_EQ(PlatformOf(files, {"a5sim", "Ascend950"}), "a5sim Ascend950");
    DistributedFromDirOptions other;
    other.backend = "Ascend950";
    EXPECT_EQ(LoadDistributed(Distributed(), "/d", other).platform, "a5");
}

TEST(ProgramSource, AnNzParameterHasTheShapeThatACallTakes) {
    MemoryFileSystem files;
    AddChip(files, "/d", R"({"schema": 1, "params": [
        {"name": "w", "direction": "In", "shape": [1, 4, 2, 16, 16], "dtype": "fp16", "layout": "NZ"},
        {"name": "x", "direction": "In", "shape": [16], "dtype": "fp32", "layout": "ND"}]})");
    const ProgramImpl program = LoadOneChip(files, "/d", {});
    EXPECT_THAT(*program.params[0].shape, ElementsAre(32, 64));
    EXPECT_EQ(program.params[0].layout, "NZ");
    EXPECT_THAT(*program.params[1].shape, ElementsAre(16));
    const std::vector<float> x(16);
    const std::vector<uint16_t> w(2048);
    const auto bind = [&](std::vector<int64_t> shape) {
        return BindArguments(program, {View(w, "fp16", std::move(shape)), View(x, {16})});
    };
    EXPECT_THAT(bind({32, 64})[0].tensor.shape, ElementsAre(32, 64));
    EXPECT_EQ(ErrorOf([&] {
                  bind({64, 32});
              }),
              "/d: input 1 ('w') is fp16 [64, 32] (in NZ blocks [1, 2, 4, 16, 16]), expected fp16 [32, 64] (in NZ "
              "blocks [1, 4, 2, 16, 16]) for parameter 'w'; give it the shape [32, 64] in the call");
}

TEST(ProgramSource, UnknownOnesAreNamed) {
    const MemoryFileSystem files = OneChip();
    const auto load = [&](const FromDirOptions& options) {
        return ErrorOf([&] { LoadOneChip(files, "/d", options); });
    };
    EXPECT_EQ(load({"a2a3simm", ""}),
              "FromDir: unknown platform 'a2a3simm', expected one of 'a2a3', 'a2a3sim', 'a5' and 'a5sim'; did you mean "
              "'a2a3sim'?");
    EXPECT_EQ(load({"x", ""}), "FromDir: unknown platform 'x', expected one of 'a2a3', 'a2a3sim', 'a5' and 'a5sim'");
    EXPECT_EQ(load({"", "Ascend910"}),
              "FromDir: unknown backend 'Ascend910', expected one of 'Ascend910B' and 'Ascend950'; did you mean "
              "'Ascend910B'?");
    EXPECT_EQ(load({"a5sim", "Ascend910B"}),
              "FromDir: platform 'a5sim' is Ascend950, and the backend is 'Ascend910B'; give one of them");
}

TEST(ProgramSource, ADirectoryOfSeveralProgramsNamesThem) {
    const MemoryFileSystem files = TwoPrograms();
    EXPECT_EQ(ErrorOf([&] { LoadOneChip(files, "/d", {}); }),
              "/d: holds several programs and has no sidecar of its own: 'next_levels/decode' and "
              "'next_levels/prefill'; give one of them: FromDir(\"/d/next_levels/decode\")");
    EXPECT_EQ(ErrorOf([&] { LoadDistributed(files, "/d", {}); }),
              "/d: holds several programs for one chip, expected a distributed build: 'next_levels/decode' and "
              "'next_levels/prefill'; use CompiledProgram::FromDir on one of them");
    const ProgramImpl program = LoadOneChip(files, "/d/next_levels/prefill/", {});
    EXPECT_EQ(program.place.root, "/d");
    EXPECT_EQ(program.place.program, "prefill");
}

TEST(ProgramSource, ALeftOverBesideAProgramIsABuildOfItsOwn) {
    MemoryFileSystem files = OneChip();
    AddChip(files, "/d/next_levels/old", kMeta);
    const ProgramImpl program = LoadOneChip(files, "/d/next_levels/old", {});
    EXPECT_EQ(program.place.root, "/d/next_levels/old");
    EXPECT_EQ(program.place.program, "");
}

TEST(ProgramSource, TheKindsAreNotMistakenForEachOther) {
    EXPECT_EQ(ErrorOf([] { LoadDistributed(OneChip(), "/d", {}); }),
              "/d: is a program for one chip, expected a distributed build; use CompiledProgram::FromDir");
    EXPECT_EQ(ErrorOf([] { LoadOneChip(Distributed(), "/d", {}); }),
              "/d: is a distributed build, expected a program for one chip; use DistributedCompiledProgram::FromDir");
    EXPECT_EQ(ErrorOf([] { LoadOneChip(Distributed(), "/d/next_levels/rank", {}); }),
              "/d/next_levels/rank/compiled_meta.json: does not exist, expected beside 'kernel_config.py'; use "
              "DistributedCompiledProgram::FromDir(\"/d\")");
}

TEST(ProgramSource, DevicesReplaceThoseRecorded) {
    EXPECT_THAT(LoadDistributed(Distributed(), "/d", {}).device_ids, ElementsAre(0, 1));
    DistributedFromDirOptions other;
    other.device_ids = {4, 2, 7};
    EXPECT_THAT(LoadDistributed(Distributed(), "/d", other).device_ids, ElementsAre(4, 2, 7));
    other.device_ids = {4, 4};
    EXPECT_EQ(ErrorOf([&] { LoadDistributed(Distributed(), "/d", other); }),
              "FromDir: device_ids[1] is 4, expected distinct numbers of 0 or more");
    other.device_ids = {-1};
    EXPECT_EQ(ErrorOf([&] { LoadDistributed(Distributed(), "/d", other); }),
              "FromDir: device_ids[0] is -1, expected distinct numbers of 0 or more");
}

TEST(ProgramSource, NothingIsWritten) {
    const MemoryFileSystem files = OneChip();
    LoadOneChip(files, "/d", {});
    EXPECT_THAT(files.writes(), testing::IsEmpty());
    EXPECT_FALSE(IsGenerated(files, "/d"));
}

}  // namespace
}  // namespace pto::lib
