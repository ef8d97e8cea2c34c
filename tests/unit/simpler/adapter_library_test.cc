#include "runtime/simpler/adapter_library.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "runtime/app/runners.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::CompileAdapter;
using test::Generation;
using test::StubRuntime;
using test::TempSpace;

std::string LoadError(const std::string& path) {
    try {
        LoadAdapter(path, "build it");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
        return error.what();
    }
    return "loaded";
}

// A shared object made of one line of C++.
std::string Library(const TempSpace& space, const std::string& text) {
    space.Write("library.cc", text);
    ProcessOptions options;
    options.arguments = {"c++", "-shared", "-fPIC", space.Path("library.cc"), "-o", space.Path("library.so")};
    const ProcessResult result = RunProcess(options);
    EXPECT_TRUE(result.Ok()) << result.err;
    return space.Path("library.so");
}

constexpr char kWrittenFor[] = "simpler 324df3d65 (2026-06-01) to 247689f4 (2026-09)";

TEST(LoadAdapter, OfTheInterfaceThisProgramSpeaks) {
    for (const Generation generation : test::kGenerations) {
        const StubRuntime stub({"doubles"}, generation);
        const PtoSimplerAdapter& adapter = LoadAdapter(stub.manifest.simpler->adapter, "build it");
        EXPECT_EQ(adapter.version, PTO_SIMPLER_VERSION);
        EXPECT_STREQ(adapter.written_for, kWrittenFor);
    }
}

TEST(LoadAdapter, MissingFile) {
    const TempSpace space;
    EXPECT_EQ(LoadError(space.Path("adapter.so")),
              space.Path("adapter.so") + ": no such file: the adapter to the runtime is not built; build it");
}

TEST(LoadAdapter, NoLibrary) {
    const TempSpace space;
    space.Write("adapter.so", "text");
    EXPECT_EQ(LoadError(space.Path("adapter.so")),
              space.Path("adapter.so") + ": cannot be loaded: file too short; build it");
}

TEST(LoadAdapter, AnotherLibrary) {
    const TempSpace space;
    const std::string path = Library(space, "int other;");
    EXPECT_EQ(LoadError(path), path + ": is no adapter to the runtime: it has no 'pto_simpler_adapter'; build it");
}

TEST(LoadAdapter, AnotherVersion) {
    const TempSpace space;
    const std::string path = Library(space,
                                     "static const unsigned version = 99;\n"
                                     "extern \"C\" const void* pto_simpler_adapter() { return &version; }\n");
    EXPECT_EQ(LoadError(path), path + ": speaks version 99 of the adapter's interface, expected 2; build it");
}

TEST(FindSimplerLibraries, AllThatTheManifestNames) {
    const StubRuntime stub({"doubles"});
    const PtoSimplerLibraries libraries = FindSimplerLibraries(stub.manifest, "host_build_graph");
    EXPECT_EQ(libraries.host_runtime, stub.Path("host.so"));
    EXPECT_EQ(libraries.aicpu_kernel, stub.Path("aicpu.so"));
    EXPECT_EQ(libraries.aicore_kernel, stub.Path("aicore.so"));
    EXPECT_EQ(libraries.sim_context, stub.Path("context.so"));
    EXPECT_STREQ(libraries.dispatcher, "");
    EXPECT_STREQ(libraries.sdma_warmup, "");
    EXPECT_STREQ(libraries.log, "");
    const StubRuntime june({"doubles"}, Generation::k2026June);
    EXPECT_EQ(FindSimplerLibraries(june.manifest, "host_build_graph").log, june.Path("log.so"));
}

TEST(FindSimplerLibraries, MissingOneSaysHowToBuildIt) {
    StubRuntime stub({"doubles"});
    stub.manifest.simpler->sim_context = "/nowhere/libcpu_sim_context.so";
    try {
        FindSimplerLibraries(stub.manifest, "tensormap_and_ringbuffer");
        FAIL() << "found";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
        EXPECT_STREQ(error.what(),
                     "/nowhere/libcpu_sim_context.so: no such file: the runtime in '/opt/simpler' is not built for "
                     "a2a3sim; run 'cd /opt/simpler && python3 simpler_setup/build_runtimes.py --platforms a2a3sim'");
    }
}

// One header of the runtime as it was in a generation, with a change.
struct HeaderChange {
    const char* name;
    Generation generation;
    const char* header;
    const char* before;
    const char* after;
    const char* what;  // that has drifted
};

ProcessResult CompileChanged(const HeaderChange& change) {
    const TempSpace space;
    test::CopyStubHeaders(change.generation, space);
    test::ReplaceInFile(space, change.header, change.before, change.after);
    return CompileAdapter({space.Root()}, space.Path("adapter.so"), {"-fsyntax-only"});
}

std::string ChangeName(const testing::TestParamInfo<HeaderChange>& change) {
    return change.param.name + test::GenerationName({change.param.generation, 0});
}

class AdapterDriftTest : public testing::TestWithParam<HeaderChange> {};

TEST_P(AdapterDriftTest, IsAnErrorThatNamesTheRevisions) {
    const ProcessResult result = CompileChanged(GetParam());
    EXPECT_EQ(result.exit_code, 1);
    const std::string expected = std::string("pto-ninja's adapter was written for ") + kWrittenFor + ": " +
                                 GetParam().what + " is as in none of them";
    EXPECT_NE(result.err.find(expected), std::string::npos) << result.err;
}

constexpr Generation kJune = Generation::k2026June;
constexpr Generation kJuly = Generation::k2026July;
constexpr Generation kAugust = Generation::k2026August;
constexpr Generation kSeptember = Generation::k2026September;

INSTANTIATE_TEST_SUITE_P(
    Changes, AdapterDriftTest,
    testing::Values(
        HeaderChange{"Signature", kAugust, "stub_worker.h", "uint64_t malloc(size_t size)", "uint64_t malloc(int size)",
                     "ChipWorker::malloc"},
        HeaderChange{"Gone", kSeptember, "stub_worker.h", "void comm_destroy(", "void comm_end(",
                     "ChipWorker::comm_destroy"},
        HeaderChange{"Init", kAugust, "chip_worker.h", "uint32_t workspaces", "uint64_t workspaces",
                     "ChipWorker::init"},
        HeaderChange{"Init", kSeptember, "chip_worker.h", "int device,", "int device, int partition,",
                     "ChipWorker::init"},
        HeaderChange{"NewField", kAugust, "call_config.h", "RuntimeEnv runtime_env;",
                     "RuntimeEnv runtime_env; int64_t more = 0;", "CallConfig"},
        HeaderChange{"NewField", kJune, "call_config.h", "RuntimeEnv runtime_env;",
                     "RuntimeEnv runtime_env; int32_t more = 0;", "CallConfig"},
        HeaderChange{"Swimlane", kJuly, "call_config.h", "enable_l2_swimlane = 0", "swimlane = 0",
                     "CallConfig::enable_chip_swimlane"},
        HeaderChange{"Dump", kJune, "call_config.h", "enable_dump_tensor = 0", "dump = 0",
                     "CallConfig::enable_dump_args"},
        HeaderChange{"Init", kJune, "chip_worker.h", "int device)", "long device)", "ChipWorker::init"},
        HeaderChange{"Register", kJune, "chip_worker.h", "void prepare_callable(", "void prepare(",
                     "ChipWorker::register_callable"},
        HeaderChange{"Run", kJune, "chip_worker.h", "RunTiming run(int32_t id, ",
                     "RunTiming run(void* stream, int32_t id, ", "ChipWorker::run"},
        HeaderChange{"NewFieldOfATensor", kJune, "tensor.h", "uint32_t ndims;", "uint32_t ndims; uint64_t more;",
                     "the tensor of ChipStorageTaskArgs"},
        HeaderChange{"NewFieldOfATensor", kJuly, "tensor.h", "uint32_t ndims;", "uint32_t ndims; uint64_t more[8];",
                     "the tensor of ChipStorageTaskArgs"},
        HeaderChange{"Maker", kJuly, "tensor.h", "bool manual_dep,", "int32_t* dependency,", "make_tensor_strided"},
        HeaderChange{"Levels", kJuly, "host_log.h", "INFO = 1, WARN = 2", "INFO = 2, WARN = 1",
                     "simpler::log::LogLevel"},
        HeaderChange{"Levels", kAugust, "host_log.h", " TIMING = 25,", "", "simpler::log::LogLevel"},
        HeaderChange{"NewField", kSeptember, "call_config.h", "RuntimeEnv runtime_env;",
                     "RuntimeEnv runtime_env; int32_t more = 0;", "CallConfig"},
        HeaderChange{"NewFieldOfATensor", kAugust, "tensor.h", "uint64_t start_offset;",
                     "uint64_t start_offset; uint64_t more[8];", "the tensor of ChipStorageTaskArgs"},
        HeaderChange{"NewFieldOfATensor", kSeptember, "tensor.h", "uint64_t start_offset;",
                     "uint64_t start_offset; uint64_t more;", "the tensor of ChipStorageTaskArgs"},
        HeaderChange{"Maker", kAugust, "tensor.h", "int32_t version, AddressSpace", "AddressSpace",
                     "make_tensor_strided"},
        HeaderChange{"Maker", kSeptember, "tensor.h", "DataType dtype, AddressSpace space)",
                     "AddressSpace space, DataType dtype)", "make_tensor_strided"},
        HeaderChange{"Callable", kSeptember, "callable.h", "const char* config_name)", "int config)", "make_callable"},
        HeaderChange{"Enumerator", kAugust, "data_type.h", "    INT32,", "    FLOAT64,\n    INT32,",
                     "DataType::INT32"}),
    ChangeName);

// Headers of a revision between these, or after: each difference is looked at by itself.
class AdapterFeatureTest : public testing::TestWithParam<HeaderChange> {};

TEST_P(AdapterFeatureTest, IsTakenAsItIs) {
    const ProcessResult result = CompileChanged(GetParam());
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Changes, AdapterFeatureTest,
    testing::Values(
        HeaderChange{"FlagOfSeptember", kAugust, "chip_worker.h", "uint32_t workspaces = 0", "bool workspaces = false",
                     ""},
        HeaderChange{"ConfigOfAugust", kSeptember, "call_config.h", "    int32_t capture_clock_anchors = 0;\n", "", ""},
        HeaderChange{"LogOfAugust", kSeptember, "host_log.h", "bool flush(", "bool send(", ""},
        HeaderChange{"InitOfThe1stOfJune", kJune, "chip_worker.h", "const std::string& dispatcher, int device) {",
                     "int device) {\n        const char* dispatcher = \"\";", ""},
        HeaderChange{"NoScopes", kJune, "call_config.h", "    int32_t enable_scope_stats = 0;\n",
                     "    static constexpr int32_t enable_scope_stats = 0;\n", ""},
        HeaderChange{"MaskOfLateJuly", kJuly, "chip_worker.h", "prewarm = nullptr)",
                     "prewarm = nullptr, uint32_t mask = 0)", ""},
        HeaderChange{"ContextOfMidAugust", kAugust, "chip_worker.h",
                     "const std::string& sim_context = \"\", const std::string& "
                     "sdma_warmup = \"\") {",
                     "const std::string& sim_context = \"\") {\n"
                     "std::string sdma_warmup;",
                     ""},
        HeaderChange{"SmallFloatsWithoutBool", kAugust, "data_type.h", "    BOOL,\n", "", ""}),
    ChangeName);

// A revision that wants the number of scalars gets it from the signature.
TEST(AdapterFeatures, ScalarsAreCountedWhereTheRuntimeAsksForThem) {
    const TempSpace headers;
    test::CopyStubHeaders(kSeptember, headers);
    test::ReplaceInFile(headers, "callable.h", "int32_t count, const char* name,",
                        "int32_t count, int32_t scalars, const char* name,");
    test::ReplaceInFile(headers, "callable.h", "std::string(name) + config_name",
                        "std::string(name) + \" takes \" + std::to_string(scalars)");
    StubRuntime stub({"doubles"}, kSeptember);
    stub.manifest.simpler->adapter = stub.Path("adapter.so");
    const ProcessResult result = CompileAdapter({headers.Root()}, stub.Path("adapter.so"));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    stub.manifest.programs[0].orchestration.signature = {"IN", "OUT", "SCALAR", "SCALAR"};
    CreateRunner(stub.manifest, stub.manifest.entries[0], {}).reset();
    EXPECT_EQ(stub.TakeRecord().at(2), "register 0 doubles takes 2 ORCHESTRATION(1200) 0:CUBE(12) 1:VECTOR(30)");
}

}  // namespace
}  // namespace pto::run
