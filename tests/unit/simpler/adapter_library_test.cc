#include "runtime/simpler/adapter_library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "runtime/runners.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::CompileAdapter;
using test::Generation;
using test::StubHeaders;
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

constexpr char kWrittenFor[] = "simpler 6ebaf7715 (2026-08-22) and 247689f4 (2026-09)";

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
    EXPECT_EQ(LoadError(path), path + ": speaks version 99 of the adapter's interface, expected 1; build it");
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

// Copies the headers of a generation into one directory, since they find each other in their own first.
void CopyHeaders(Generation generation, const TempSpace& space) {
    std::vector<std::string> directories = StubHeaders(generation);
    std::reverse(directories.begin(), directories.end());
    for (const std::string& directory : directories) {
        std::filesystem::copy(
            directory, space.Root(),
            std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
    }
}

void ChangeHeader(const TempSpace& space, const HeaderChange& change) {
    std::string text = space.Read(change.header);
    const size_t at = text.find(change.before);
    ASSERT_NE(at, std::string::npos) << change.before;
    text.replace(at, std::string(change.before).size(), change.after);
    space.Write(change.header, text);
}

ProcessResult CompileChanged(const HeaderChange& change) {
    const TempSpace space;
    CopyHeaders(change.generation, space);
    ChangeHeader(space, change);
    return CompileAdapter({space.Root()}, space.Path("adapter.so"), {"-fsyntax-only"});
}

std::string ChangeName(const testing::TestParamInfo<HeaderChange>& change) {
    return change.param.name + test::GenerationName({change.param.generation, 0});
}

class AdapterDriftTest : public testing::TestWithParam<HeaderChange> {};

TEST_P(AdapterDriftTest, IsAnErrorThatNamesTheRevisions) {
    const ProcessResult result = CompileChanged(GetParam());
    EXPECT_NE(result.exit_code, 0);
    const std::string expected = std::string("pto-ninja's adapter was written for ") + kWrittenFor + ": " +
                                 GetParam().what + " is as in neither of them";
    EXPECT_NE(result.err.find(expected), std::string::npos) << result.err;
}

constexpr Generation kAugust = Generation::k2026August;
constexpr Generation kSeptember = Generation::k2026September;

INSTANTIATE_TEST_SUITE_P(
    Changes, AdapterDriftTest,
    testing::Values(HeaderChange{"Signature", kAugust, "stub_worker.h", "uint64_t malloc(size_t size)",
                                 "uint64_t malloc(int size)", "ChipWorker::malloc"},
                    HeaderChange{"Gone", kSeptember, "stub_worker.h", "void comm_destroy(", "void comm_end(",
                                 "ChipWorker::comm_destroy"},
                    HeaderChange{"Init", kAugust, "chip_worker.h", "uint32_t workspaces", "uint64_t workspaces",
                                 "ChipWorker::init"},
                    HeaderChange{"Init", kSeptember, "chip_worker.h", "int device,", "int device, int partition,",
                                 "ChipWorker::init"},
                    HeaderChange{"NewField", kAugust, "call_config.h", "RuntimeEnv runtime_env;",
                                 "RuntimeEnv runtime_env; int64_t more = 0;", "CallConfig"},
                    HeaderChange{"NewField", kSeptember, "call_config.h", "RuntimeEnv runtime_env;",
                                 "RuntimeEnv runtime_env; int32_t more = 0;", "CallConfig"},
                    HeaderChange{"NewFieldOfATensor", kAugust, "tensor.h", "uint64_t start_offset;",
                                 "uint64_t start_offset; uint64_t more[8];", "ChipTensor"},
                    HeaderChange{"NewFieldOfATensor", kSeptember, "tensor.h", "uint64_t start_offset;",
                                 "uint64_t start_offset; uint64_t more;", "ChipTensor"},
                    HeaderChange{"Maker", kAugust, "tensor.h", "int32_t version, AddressSpace", "AddressSpace",
                                 "make_tensor_strided"},
                    HeaderChange{"Maker", kSeptember, "tensor.h", "DataType dtype, AddressSpace space)",
                                 "AddressSpace space, DataType dtype)", "make_tensor_strided"},
                    HeaderChange{"Callable", kSeptember, "callable.h", "const char* config_name)", "int config)",
                                 "make_callable"},
                    HeaderChange{"Enumerator", kAugust, "data_type.h", "    INT32,", "    FLOAT64,\n    INT32,",
                                 "DataType::INT32"}),
    ChangeName);

// Headers of a revision between the two, or after: each difference is looked at by itself.
class AdapterFeatureTest : public testing::TestWithParam<HeaderChange> {};

TEST_P(AdapterFeatureTest, IsTakenAsItIs) {
    const ProcessResult result = CompileChanged(GetParam());
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

INSTANTIATE_TEST_SUITE_P(Changes, AdapterFeatureTest,
                         testing::Values(HeaderChange{"FlagOfSeptember", kAugust, "chip_worker.h",
                                                      "uint32_t workspaces = 0", "bool workspaces = false", ""},
                                         HeaderChange{"ConfigOfAugust", kSeptember, "call_config.h",
                                                      "    int32_t capture_clock_anchors = 0;\n", "", ""},
                                         HeaderChange{"LogOfAugust", kSeptember, "host_log.h", "bool flush(",
                                                      "bool send(", ""}),
                         ChangeName);

// A revision that wants the number of scalars gets it from the signature.
TEST(AdapterFeatures, ScalarsAreCountedWhereTheRuntimeAsksForThem) {
    const TempSpace headers;
    CopyHeaders(kSeptember, headers);
    ChangeHeader(headers, {"", kSeptember, "callable.h", "int32_t count, const char* name,",
                           "int32_t count, int32_t scalars, const char* name,", ""});
    ChangeHeader(headers, {"", kSeptember, "callable.h", "std::string(name) + config_name",
                           "std::string(name) + \" takes \" + std::to_string(scalars)", ""});
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
