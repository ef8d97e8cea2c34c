#include "runtime/simpler/adapter_library.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::CompileAdapter;
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

TEST(LoadAdapter, OfTheInterfaceThisProgramSpeaks) {
    const StubRuntime stub({"doubles"});
    const PtoSimplerAdapter& adapter = LoadAdapter(stub.manifest.simpler->adapter, "build it");
    EXPECT_EQ(adapter.version, PTO_SIMPLER_VERSION);
    EXPECT_STREQ(adapter.written_for, "simpler 6ebaf7715 (2026-08-22)");
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

// One header of the runtime as it was, with a change.
struct Drift {
    const char* name;
    const char* header;
    const char* before;
    const char* after;
    const char* what;
};

class AdapterDriftTest : public testing::TestWithParam<Drift> {};

TEST_P(AdapterDriftTest, IsAnErrorThatNamesTheRevision) {
    const Drift& drift = GetParam();
    // All of them, since they find each other in their own directory first.
    const TempSpace space;
    std::filesystem::copy(StubHeaders(), space.Root(), std::filesystem::copy_options::recursive);
    std::string text = space.Read(drift.header);
    const size_t at = text.find(drift.before);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(drift.before).size(), drift.after);
    space.Write(drift.header, text);
    const ProcessResult result = CompileAdapter({space.Root()}, space.Path("adapter.so"));
    EXPECT_NE(result.exit_code, 0);
    const std::string expected = std::string("pto-ninja's adapter was written for simpler 6ebaf7715 (2026-08-22): ") +
                                 drift.what + " is not what it was";
    EXPECT_NE(result.err.find(expected), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Changes, AdapterDriftTest,
    testing::Values(Drift{"signature", "chip_worker.h", "uint64_t malloc(size_t size)", "uint64_t malloc(int size)",
                          "ChipWorker::malloc"},
                    Drift{"gone", "chip_worker.h", "void comm_destroy(", "void comm_end(", "ChipWorker::comm_destroy"},
                    Drift{"new_field", "call_config.h", "RuntimeEnv runtime_env;",
                          "RuntimeEnv runtime_env; int32_t more = 0;", "CallConfig"},
                    Drift{"enumerator", "tensor.h", "    INT32,", "    FLOAT64,\n    INT32,", "DataType::INT32"}),
    [](const testing::TestParamInfo<Drift>& drift) { return drift.param.name; });

}  // namespace
}  // namespace pto::run
