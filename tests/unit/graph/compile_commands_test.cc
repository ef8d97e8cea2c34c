#include "generator/graph/compile_commands.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

TEST(CompileCommands, VectorCoresFirstThenByPath) {
    const Sample sample(SampleSingle());
    EXPECT_EQ(CompileCommandsText("/home/me/build \"1\"", sample.toolchain, sample.objects), R"([
  {
    "directory": "/home/me/build \"1\"",
    "file": "kernels/aiv/bias.cpp",
    "arguments": [
      "g++-15",
      "-shared",
      "-O2",
      "-fPIC",
      "-std=c++2b",
      "-Wno-ignored-attributes",
      "-D__CPU_SIM",
      "-DPTO_CPU_MAX_THREADS=1",
      "-DNDEBUG",
      "-D__DAV_VEC__",
      "-Wno-attributes",
      "-isystem/opt/pto ninja/include",
      "-isystem/opt/pto ninja/include/pto",
      "-o",
      ".pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so",
      "kernels/aiv/bias.cpp"
    ],
    "output": ".pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so"
  },
  {
    "directory": "/home/me/build \"1\"",
    "file": "/ext/my $kernels/scale.cpp",
    "arguments": [
      "g++-15",
      "-shared",
      "-O2",
      "-fPIC",
      "-std=c++2b",
      "-Wno-ignored-attributes",
      "-D__CPU_SIM",
      "-DPTO_CPU_MAX_THREADS=1",
      "-DNDEBUG",
      "-D__DAV_VEC__",
      "-Wno-attributes",
      "-isystem/opt/pto ninja/include",
      "-isystem/opt/pto ninja/include/pto",
      "-I/ext/my $kernels/include",
      "-Ilocal include",
      "-o",
      ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so",
      "/ext/my $kernels/scale.cpp"
    ],
    "output": ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so"
  },
  {
    "directory": "/home/me/build \"1\"",
    "file": "kernels/aiv/scale.cpp",
    "arguments": [
      "g++-15",
      "-shared",
      "-O2",
      "-fPIC",
      "-std=c++2b",
      "-Wno-ignored-attributes",
      "-D__CPU_SIM",
      "-DPTO_CPU_MAX_THREADS=1",
      "-DNDEBUG",
      "-D__DAV_VEC__",
      "-Wno-attributes",
      "-isystem/opt/pto ninja/include",
      "-isystem/opt/pto ninja/include/pto",
      "-o",
      ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so",
      "kernels/aiv/scale.cpp"
    ],
    "output": ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so"
  },
  {
    "directory": "/home/me/build \"1\"",
    "file": "kernels/aic/matmul.cpp",
    "arguments": [
      "g++-15",
      "-shared",
      "-O2",
      "-fPIC",
      "-std=c++2b",
      "-Wno-ignored-attributes",
      "-D__CPU_SIM",
      "-DPTO_CPU_MAX_THREADS=1",
      "-DNDEBUG",
      "-D__DAV_CUBE__",
      "-Wno-attributes",
      "-isystem/opt/pto ninja/include",
      "-isystem/opt/pto ninja/include/pto",
      "-o",
      ".pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so",
      "kernels/aic/matmul.cpp"
    ],
    "output": ".pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so"
  },
  {
    "directory": "/home/me/build \"1\"",
    "file": "orchestration/gated.cpp",
    "arguments": [
      "g++",
      "-shared",
      "-fPIC",
      "-O3",
      "-g",
      "-std=c++17",
      "-Wl,--build-id=sha1",
      "-pthread",
      "-isystem/opt/pto ninja/include",
      "-include",
      "runtime.h",
      "-include",
      "iostream",
      "-o",
      ".pto-ninja/a2a3sim-embedded/orchestration/gated.so",
      "orchestration/gated.cpp"
    ],
    "output": ".pto-ninja/a2a3sim-embedded/orchestration/gated.so"
  }
]
)");
}

TEST(CompileCommands, NothingToCompile) {
    EXPECT_EQ(CompileCommandsText("/d", SampleToolchain(), {}), "[]\n");
}

// An editor's clang does not know the device's dialect, and nobody edits what is compiled for the runtime.
TEST(CompileCommands, OfADeviceAreTheSimulators) {
    const Sample sample(SampleMulti(), {}, SampleDeviceToolchain());
    const std::string text = CompileCommandsText("/d", sample.toolchain, sample.objects);
    for (const char* absent :
         {"ccec", "-cce-", "aarch64", "adapter.cc", "\"/simpler/tensormap_and_ringbuffer.cpp\"", ".o\""}) {
        EXPECT_EQ(text.find(absent), std::string::npos) << absent;
    }
    for (const char* present : {"-D__CPU_SIM", "-D__DAV_VEC__", "-I/isa/include", "-I/k/tensormap_and_ringbuffer",
                                "-I/o/tensormap_and_ringbuffer", "next_levels/prefill/kernels/aiv/add.cpp"}) {
        EXPECT_NE(text.find(present), std::string::npos) << present;
    }
}

// Debuggers have binaries of their own from the same sources.
TEST(CompileCommands, OneEntryForTwoBuildsOfASource) {
    Sample sample(SampleSingle());
    const std::string text = CompileCommandsText("/d", sample.toolchain, sample.objects);
    sample.objects = PlanObjects(sample.directory, sample.toolchain, {}, DebugObjects::kPlanned);
    EXPECT_EQ(CompileCommandsText("/d", sample.toolchain, sample.objects), text);
}

TEST(CompileCommands, SeveralAsOne) {
    const Sample sample(SampleSingle());
    const std::string one = CompileCommandsText("/a", sample.toolchain, sample.objects);
    EXPECT_EQ(JoinedCompileCommands({one}), one);
    EXPECT_EQ(JoinedCompileCommands({"[]\n", one, "[]\n"}), one);
    EXPECT_EQ(JoinedCompileCommands({}), "[]\n");
    const Json both = Json::parse(JoinedCompileCommands({one, "garbage", one}));
    const Json single = Json::parse(one);
    ASSERT_EQ(both.size(), 2 * single.size());
    EXPECT_EQ(both[single.size()], single[0]);
}

}  // namespace
}  // namespace pto::gen
