#include "generator/toolchain/simpler_layout.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "generator/toolchain/simpler_libraries.h"
#include "tests/support/simpler_checkout.h"
#include "tests/support/tensor_values.h"

namespace pto::gen {
namespace {

class SimplerLayout : public testing::Test {
  protected:
    SimplerLayout() { test::WriteSimplerCheckout(space_); }

    RuntimeLayout Load(const std::string& platform, const std::string& runtime) const {
        return LoadRuntimeLayout(RealFileSystem(), space_.Path("simpler"), FindPlatform(platform, "test"), runtime,
                                 "d/kernel_config.py");
    }

    std::string Shown(const std::vector<std::string>& paths) const {
        std::string text;
        for (const std::string& path : paths) text += path.substr(space_.Path("simpler/src/").size()) + "\n";
        return text;
    }

    std::string Config(const char* arch, const char* runtime) const {
        return std::string("simpler/src/") + arch + "/runtime/" + runtime + "/build_config.py";
    }

    const test::TempSpace space_;
};

TEST_F(SimplerLayout, WhatTheCheckoutSays) {
    const RuntimeLayout layout = Load("a5sim", kTensormap);
    const std::string runtime = "a5/runtime/tensormap_and_ringbuffer/";
    EXPECT_EQ(Shown(layout.kernel_include_dirs), runtime + "runtime\n" + runtime + "common\na5/runtime\n");
    EXPECT_EQ(Shown(layout.orchestration_include_dirs),
              runtime + "runtime\n" + runtime + "orchestration\n" + runtime + "common\na5/runtime\n");
    EXPECT_EQ(Shown(layout.orchestration_sources),
              runtime +
                  "orchestration/common.cpp\ncommon/platform/sim/aicpu/cache_ops.cpp\n"
                  "common/platform/sim/aicpu/device_time.cpp\ncommon/log/host_log.cpp\n"
                  "common/log/unified_log_host.cpp\n");
}

// The log of the host is not on the device; a checkout may have more sources or fewer.
TEST_F(SimplerLayout, SourcesDependOnWhereTheOrchestrationRuns) {
    EXPECT_EQ(Shown(Load("a2a3", kTensormap).orchestration_sources),
              "a2a3/runtime/tensormap_and_ringbuffer/orchestration/common.cpp\n"
              "common/platform/onboard/aicpu/cache_ops.cpp\ncommon/platform/onboard/aicpu/device_time.cpp\n");
    space_.Write("simpler/src/a2a3/runtime/host_build_graph/more/b.cpp", "");
    space_.Write("simpler/src/a2a3/runtime/host_build_graph/more/a.c", "");
    space_.Write("simpler/src/a2a3/runtime/host_build_graph/more/a.h", "");
    space_.Write(Config("a2a3", kHostBuildGraph),
                 "BUILD_CONFIG = {'orchestration': {'source_dirs': ['more', 'gone']}}\n");
    space_.Remove("simpler/src/common/log/host_log.cpp");
    const RuntimeLayout layout = Load("a2a3", kHostBuildGraph);
    EXPECT_EQ(Shown(layout.orchestration_sources),
              "a2a3/runtime/host_build_graph/more/a.c\na2a3/runtime/host_build_graph/more/b.cpp\n"
              "common/platform/onboard/aicpu/cache_ops.cpp\ncommon/platform/onboard/aicpu/device_time.cpp\n"
              "common/log/unified_log_host.cpp\n");
    EXPECT_EQ(layout.kernel_include_dirs, std::vector<std::string>{});
}

// Since 2026-09 both architectures share directories, by a name that f-strings take up.
TEST_F(SimplerLayout, WhatArchitecturesShare) {
    const std::string shared = "common/host_build_graph";
    space_.Write("simpler/src/" + shared + "/common.cpp", "");
    space_.Write("simpler/src/" + shared + "/recorded/graph.cpp", "");
    space_.Write(Config("a5", kHostBuildGraph),
                 "SHARED = '../../../common/host_build_graph'\n"
                 "BUILD_CONFIG = {\n"
                 "    'aicore': {'include_dirs': ['runtime', SHARED], 'source_dirs': ['aicore']},\n"
                 "    'aicpu': {'include_dirs': [SHARED], 'source_dirs': ['aicpu', f'{SHARED}/device']},\n"
                 "    'orchestration': {'include_dirs': ['runtime', SHARED], 'source_dirs': [f'{SHARED}/recorded']},\n"
                 "}\n");
    const RuntimeLayout layout = Load("a5", kHostBuildGraph);
    EXPECT_EQ(Shown(layout.kernel_include_dirs), "a5/runtime/host_build_graph/runtime\n" + shared + "\n");
    EXPECT_EQ(Shown(layout.orchestration_include_dirs), "a5/runtime/host_build_graph/runtime\n" + shared + "\n");
    EXPECT_EQ(Shown({layout.orchestration_sources.front()}), shared + "/recorded/graph.cpp\n");
}

TEST_F(SimplerLayout, RuntimesThatTheCheckoutDoesNotHave) {
    EXPECT_EQ(test::ErrorOf([&] { Load("a2a3sim", "aicpu_build_graph"); }),
              "d/kernel_config.py: runtime 'aicpu_build_graph' is none of 'tensormap_and_ringbuffer' and "
              "'host_build_graph'; compile the program again with a PyPTO of the runtime's age, or pass --runtime "
              "embedded");
    space_.Remove(Config("a5", kHostBuildGraph));
    EXPECT_EQ(
        test::ErrorOf([&] { Load("a5", kHostBuildGraph); }),
        space_.Path(Config("a5", kHostBuildGraph)) +
            ": not found, and d/kernel_config.py needs the runtime 'host_build_graph' for a5; check out a runtime "
            "that has it, or pass --runtime embedded");
}

TEST_F(SimplerLayout, ConfigurationThatCannotBeRead) {
    const std::string file = Config("a2a3", kTensormap);
    const auto refusal = [&](const std::string& text) {
        space_.Write(file, text);
        return test::ErrorOf([&] { Load("a2a3sim", kTensormap); }).substr(space_.Path(file).size());
    };
    EXPECT_EQ(refusal("CONFIG = {}\n"),
              ": no dict BUILD_CONFIG, which says what the runtime's programs are compiled against; check the file out "
              "again");
    EXPECT_EQ(refusal("BUILD_CONFIG = {'orchestration': {'source_dirs': 'x'}}\n"),
              ":1:50: BUILD_CONFIG['orchestration']: 'source_dirs' is the string 'x', expected a list; correct "
              "it, or check the file out again\n"
              "    BUILD_CONFIG = {'orchestration': {'source_dirs': 'x'}}\n"
              "                                                     ^");
    EXPECT_EQ(refusal("for x in y: pass\n"),
              ":1:1: unsupported: for statement; this runtime needs a newer pto-ninja; install one, or pass --runtime "
              "embedded\n    for x in y: pass\n    ^");
}

// What a run loads; the message is the command that builds it.
TEST_F(SimplerLayout, Libraries) {
    const auto find = [&](const char* platform) {
        const Platform& found = FindPlatform(platform, "test");
        return FindSimplerLibraries(RealFileSystem(), space_.Path("simpler"), found,
                                    {Load(platform, kTensormap), Load(platform, kHostBuildGraph)});
    };
    const std::string lib = space_.Path("simpler/build/lib/");
    SimplerLibraries libraries = find("a2a3sim");
    EXPECT_EQ(libraries.runtimes[1].name, kHostBuildGraph);
    EXPECT_EQ(libraries.runtimes[1].host_runtime, lib + "a2a3/sim/host_build_graph/libhost_runtime.so");
    EXPECT_EQ(libraries.runtimes[1].aicpu_kernel, lib + "a2a3/sim/host_build_graph/libaicpu_kernel.so");
    EXPECT_EQ(libraries.runtimes[1].aicore_kernel, lib + "a2a3/sim/host_build_graph/libaicore_kernel.so");
    EXPECT_EQ(libraries.sim_context, lib + "libcpu_sim_context.so");
    EXPECT_EQ(libraries.dispatcher + libraries.sdma_warmup, "");
    libraries = find("a5");
    EXPECT_EQ(libraries.runtimes[0].aicore_kernel, lib + "a5/onboard/tensormap_and_ringbuffer/aicore_kernel.o");
    EXPECT_EQ(libraries.dispatcher, lib + "a5/dispatcher/libsimpler_aicpu_dispatcher.so");
    EXPECT_EQ(libraries.sim_context + libraries.sdma_warmup, "");
    space_.Write("simpler/build/lib/a5/sdma_warmup/sdma_warmup_kernel.o", "");
    EXPECT_EQ(find("a5").sdma_warmup, lib + "a5/sdma_warmup/sdma_warmup_kernel.o");
    space_.Remove("simpler/build/lib/a5/sim/host_build_graph/libaicpu_kernel.so");
    EXPECT_EQ(test::ErrorOf([&] { find("a5sim"); }),
              lib +
                  "a5/sim/host_build_graph/libaicpu_kernel.so: not found, so that the runtime is not built for "
                  "platform 'a5sim'; run 'cd " +
                  space_.Path("simpler") +
                  " && python3 simpler_setup/build_runtimes.py --platforms a5sim', or pass --runtime embedded");
}

// What the checkout's sources say is built: a log of its own until August 2026, a dispatcher since June.
TEST_F(SimplerLayout, LibrariesOfOtherMonths) {
    const auto find = [&](const char* platform) {
        const Platform& found = FindPlatform(platform, "test");
        return FindSimplerLibraries(RealFileSystem(), space_.Path("simpler"), found, {Load(platform, kTensormap)});
    };
    EXPECT_EQ(find("a2a3sim").log, "");
    space_.Write("simpler/src/common/log/CMakeLists.txt", "");
    const std::string log = space_.Path("simpler/build/lib/libsimpler_log.so");
    EXPECT_EQ(test::ErrorOf([&] { find("a2a3sim"); }),
              log + ": not found, so that the runtime is not built for platform 'a2a3sim'; run 'cd " +
                  space_.Path("simpler") +
                  " && python3 simpler_setup/build_runtimes.py --platforms a2a3sim', or pass --runtime embedded");
    space_.Write("simpler/build/lib/libsimpler_log.so", "");
    EXPECT_EQ(find("a2a3sim").log, log);
    EXPECT_EQ(find("a5").log, log);
    space_.Remove("simpler/src/common/aicpu_loader");
    EXPECT_EQ(find("a5").dispatcher, "");
}

TEST_F(SimplerLayout, TreesOfAPlatform) {
    EXPECT_EQ(Join(SimplerTrees(FindPlatform("a5", "test")), " "),
              "src/common simpler_setup/incore src/a5/platform/include src/a5/runtime");
}

}  // namespace
}  // namespace pto::gen
