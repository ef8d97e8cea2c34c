// pto-ninja as a library: a project outside the tree, built against an installation that was moved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/process.h"
#include "tests/e2e/support/installation.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr char kInputError[] = "error 2: ";

class LibraryTest : public testing::Test {
  protected:
    void SetUp() override {
        installed_ = MakeInstallation(work_);
        if (HasFatalFailure()) return;
        directory_ = work_.CopyExample("three_steps");
    }

    // What the consumer prints, with the directory's path as DIR.
    std::string Consume(std::vector<std::string> words, const Environment& env = {}) {
        words.insert(words.begin(), installed_.consumer);
        const Outcome outcome = work_.Tool(words, {}, env);
        EXPECT_EQ(outcome.err, "");
        std::string text = outcome.out;
        for (size_t at = text.find(directory_); at != std::string::npos; at = text.find(directory_)) {
            text.replace(at, directory_.size(), "DIR");
        }
        return text;
    }

    Workspace work_;
    Installation installed_;
    std::string directory_;
};

TEST_F(LibraryTest, SaysWhatIsStaleRunsWhatWasBuiltAndLoadsWhatIsBuiltAnew) {
    EXPECT_EQ(Consume({"edit-loop", directory_}),
              "stale: build.ninja: not written yet: nothing was ever built\n"
              "error 2: DIR: was never built; call Build() on the program, or run 'pto-ninja DIR' and ninja\n"
              "compiled: difference floor_at scale three_steps\n"
              "stale: nothing\n"
              "out: 6.3891 to 6.3891\n"
              "stale: difference: 'kernels/aiv/difference.cpp' changed\n"
              "out: 6.3891 to 6.3891\n"
              "compiled: difference\n"
              "out: 8.3891 to 8.3891\n"
              "compiled: difference\n"
              "out: 6.3891 to 6.3891\n"
              "removed: 4\n"
              "stale: scale: the binary is gone\n"
              "stale: floor_at: the binary is gone\n"
              "stale: difference: the binary is gone\n"
              "stale: orchestration aicpu_orchestration_entry: the binary is gone\n"
              "removed: 0\n"
              "error 2: DIR/.pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so: kernel 'scale' is not built; call "
              "Build() on the program, or run 'ninja -C DIR kernels'\n");
}

// What the programs say of themselves lies where shells and man look for it.
TEST_F(LibraryTest, ManPagesAndCompletionsAreInstalled) {
    for (const std::string program : {"pto-ninja", "pto-replay"}) {
        const std::vector<std::pair<std::string, std::string>> texts = {
            {"man", "man/man1/" + program + ".1"},
            {"bash", "bash-completion/completions/" + program},
            {"zsh", "zsh/site-functions/_" + program}};
        for (const auto& [what, file] : texts) {
            const Outcome printed = work_.Tool({installed_.prefix + "/bin/" + program, "--print", what});
            EXPECT_EQ(ReadFile(installed_.prefix + "/share/" + file), printed.out) << file;
            EXPECT_FALSE(printed.out.empty());
        }
    }
}

TEST_F(LibraryTest, BuildsForAnotherPlatformAndBack) {
    EXPECT_EQ(Consume({"describe", directory_}),
              "DIR on a2a3sim, Ascend910B\n"
              "x 0 fp32 16 32\nw 0 fp32 16 32\nout 1 fp32 16 32\n"
              "stale: build.ninja: not written yet: nothing was ever built\n");
    Consume({"build", directory_});
    EXPECT_EQ(Consume({"describe", directory_, "a5sim"}),
              "DIR on a5sim, Ascend950\n"
              "x 0 fp32 16 32\nw 0 fp32 16 32\nout 1 fp32 16 32\n"
              "stale: platform: built for 'a2a3sim', not for 'a5sim'\n");
    EXPECT_EQ(Consume({"build", directory_, "", "Ascend950"}),
              "compiled: difference floor_at scale three_steps\nreused:\n");
    EXPECT_EQ(Consume({"benchmark", directory_}),
              "error 2: DIR: was built for 'a5sim', not for 'a2a3sim'; call Build() on the program\n");
    EXPECT_EQ(Consume({"build", directory_}), "compiled:\nreused: difference floor_at scale three_steps\n");
}

TEST_F(LibraryTest, ReplaysAndTimes) {
    EXPECT_EQ(Consume({"replay", directory_}),
              "passed on a2a3sim, embedded\n"
              "three_steps: passed \n"
              "out fp32: passed, 0 of 512\n"
              "compiled: difference floor_at scale three_steps\n");
    EXPECT_EQ(Consume({"benchmark", directory_}), "host: 20 samples, as summarised\nout: 6.3891\n");
    EditFile(directory_ + "/kernels/aiv/difference.cpp", "TSUB", "TADD");
    EXPECT_EQ(Consume({"replay", directory_, "--rtol", "1e-6"}),
              "mismatch on a2a3sim, embedded\n"
              "three_steps: mismatch \n"
              "out fp32: failed, 512 of 512\n"
              "compiled: difference\n");
    EXPECT_EQ(Consume({"replay", directory_, "--sed", "7"}),
              "error 1: unknown option '--sed'; did you mean '--seed'?\n");
    EditFile(directory_ + "/kernels/aiv/difference.cpp", "TADD(", "TADDD(");
    EXPECT_THAT(Consume({"replay", directory_}),
                MatchesRegex("error 3: DIR: the build failed: kernels/aiv/difference\\.cpp:[0-9]+:[0-9]+: error: "
                             ".*TADDD.*; mend it and build again; BuildOptions::print gets everything that the build "
                             "said\n"));
}

TEST_F(LibraryTest, LeavesARunThatDoesNotEnd) {
    EditFile(directory_ + "/kernels/aiv/difference.cpp", "    difference(b, x, out);",
             "    while (args[0] != 0) asm volatile(\"\");\n    difference(b, x, out);");
    const std::string printed = Consume({"hang", directory_});
    EXPECT_THAT(printed, testing::StartsWith("error 3: not done within the time limit of 0.5 s: kernel 'difference'"));
    EXPECT_THAT(printed, HasSubstr("; CallOptions::timeout_seconds sets the limit\nout: 6.3891 to 6.3891\n"));
}

TEST_F(LibraryTest, RefusesArgumentsThatDoNotFit) {
    Consume({"build", directory_});
    EXPECT_EQ(
        Consume({"misuse", directory_}),
        "DIR: 1 argument is given, the program takes 3 ('x', 'w' and 'out'); give one for each parameter, in their "
        "order\n"
        "DIR: input 1 ('x') is fp32 [32, 16], expected fp32 [16, 32] for parameter 'x'; give it the shape [16, 32] "
        "in the call\n"
        "DIR: input 1 ('x') is a scalar fp64, expected fp32 [16, 32] for parameter 'x'; give a tensor in the call\n"
        "DIR: argument 3 is read-only, and the program writes parameter 'out'; give memory that is not const\n"
        "the values take 2048 bytes, expected 1984 for fp32 [16, 31]\n"
        "a tensor of shape [16, 32] has strides [1, 16], expected a dense row-major one; copy it into one\n"
        "unknown element type 'float32', expected one of 'bool', 'int4', 'int8', 'int16', 'int32', 'int64', "
        "'uint4', 'uint8', 'uint16', 'uint32', 'uint64', 'fp4e2m1x2', 'fp4', 'fp8e4m3fn', 'fp8e5m2', 'fp8e8m0', "
        "'fp16', 'fp32', 'bfloat16', 'hf4', 'hf8', 'index', 'task_id' and 'fp64'\n"
        "BenchmarkOptions: rounds is 0, expected 1 to 1000000\n");
}

TEST_F(LibraryTest, NamesFileFieldAndRemedyOfASidecarThatIsWrong) {
    const std::string sidecar = directory_ + "/compiled_meta.json";
    const std::string good = ReadFile(sidecar);
    WriteFile(sidecar, good.substr(0, 40));
    EXPECT_EQ(Consume({"describe", directory_}),
              std::string(kInputError) +
                  "DIR/compiled_meta.json:5:4: malformed: the JSON text ends too early; recompile the program with "
                  "ir.compile()\n");
    WriteFile(sidecar, good);
    EditFile(sidecar, "\"schema\": 1", "\"schema\": true");
    EXPECT_EQ(Consume({"describe", directory_}),
              std::string(kInputError) +
                  "DIR/compiled_meta.json: schema is true, expected an integer: 1, 2 or newer; the file is of another "
                  "version of PyPTO or was edited: recompile the program with ir.compile()\n");
    WriteFile(sidecar, good);
    EditFile(sidecar, "\"direction\": \"Out\"", "\"direction\": 3");
    EXPECT_EQ(Consume({"describe", directory_}),
              std::string(kInputError) +
                  "DIR/compiled_meta.json: params[2].direction is 3, expected 'In', 'Out' or 'InOut'; recompile the "
                  "program with ir.compile()\n");
    fs::remove(sidecar);
    EXPECT_EQ(Consume({"describe", directory_}),
              std::string(kInputError) +
                  "DIR/compiled_meta.json: does not exist, expected beside 'kernel_config.py'; recompile the program "
                  "with ir.compile()\n");
}

TEST_F(LibraryTest, RunsADistributedProgramOnItsRanksAndOnOthers) {
    PTO_NEEDS(MissingPython());
    directory_ = work_.CopyExample("neighbour_sum");
    EXPECT_EQ(Consume({"distributed", directory_}),
              "stale: build.ninja: not written yet: nothing was ever built\n"
              "stale: nothing\n"
              "y: 22 22\n"
              "stale: devices: built for 0, 1, not for 3, 1\n"
              "y: 22 22\n");
    EXPECT_EQ(Consume({"describe", directory_}),
              "error 2: DIR: is a distributed build, expected a program for one chip; use "
              "DistributedCompiledProgram::FromDir\n");
}

TEST_F(LibraryTest, BringsAnEditedPtoIntoItsKernel) {
    PTO_NEEDS_DATA("corpus");
    directory_ = work_.CopyReference("gated_residual");
    const Environment with = WithRecordedPtoas(work_.Path("ptoas.log"));
    EXPECT_EQ(Consume({"rebuild", directory_}, with), "assembled:\nspliced:\nkernels:\npending:\n");
    WriteFile(directory_ + "/ptoas/residual.pto",
              ReadFile(RecordedPto("gated_residual__residual__add_instead_of_sub")));
    EXPECT_THAT(Consume({"describe", directory_}, with),
                HasSubstr("stale: ptoas/residual.pto: was edited and is not in its kernels yet\n"));
    EXPECT_EQ(Consume({"rebuild", directory_}, {"PTOAS_ROOT=" + work_.Path("none")}),
              "assembled:\nspliced:\nkernels:\npending: residual\n");
    EXPECT_EQ(Consume({"rebuild", directory_}, with),
              "assembled:\nspliced: residual\nkernels: kernels/aiv/residual.cpp\npending:\n");
    EXPECT_THAT(Consume({"describe", directory_}, with), testing::Not(HasSubstr("ptoas/")));
}

TEST_F(LibraryTest, TheDocumentedProgramDoesWhatItSays) {
    const Outcome run = work_.Tool({installed_.example, directory_});
    EXPECT_EQ(run.exit_code, 0) << run.All();
    EXPECT_THAT(run.out,
                HasSubstr("build.ninja: not written yet: nothing was ever built\nout[0] = 6.3891\n20 rounds, "));
    EXPECT_THAT(run.out, HasSubstr("\npassed\n"));
}

TEST_F(LibraryTest, TargetsOfAProjectGenerateBuildAndJudge) {
    fs::remove(installed_.output + "/build.ninja");
    const Outcome replay = work_.Tool({"cmake", "--build", installed_.build, "--target", "steps_replay"});
    EXPECT_EQ(replay.exit_code, 0) << replay.All();
    EXPECT_THAT(replay.out, HasSubstr("PASS out"));
    const Outcome test = work_.Tool({"ctest", "--test-dir", installed_.build, "-V"});
    EXPECT_EQ(test.exit_code, 0) << test.All();
    EXPECT_THAT(test.out, HasSubstr("steps_replay"));
    const Outcome other = work_.Tool({"cmake", "--build", installed_.build, "--target", "steps_a5_kernels"});
    EXPECT_EQ(other.exit_code, 0) << other.All();
    EXPECT_THAT(ReadFile(installed_.output + "/.pto-ninja/options"), HasSubstr("--platform\na5sim\n--no-pch\n"));
}

TEST_F(LibraryTest, AnInstallationFindsItsOwnFilesOnly) {
    const std::string program = installed_.prefix + "/bin/pto-ninja";
    const Outcome info = work_.Tool({program, "info", directory_});
    EXPECT_EQ(info.exit_code, 0) << info.All();
    EXPECT_THAT(info.out, HasSubstr(installed_.prefix + "/share/pto-ninja/include"));
    // Elsewhere and without its data it does not fall back on the sources that it was built from.
    const std::string bin = work_.Path("elsewhere/bin");
    fs::create_directories(bin);
    for (const char* name : {"/pto-ninja", "/pto-replay"}) fs::copy(installed_.prefix + "/bin" + name, bin + name);
    const Outcome bare = work_.Tool({bin + "/pto-ninja", directory_});
    EXPECT_EQ(bare.exit_code, 3);
    EXPECT_EQ(bare.err, "pto-ninja: error: " + work_.Path("elsewhere") +
                            "/share/pto-ninja/include: not found, and compiles read 'pto/pto-inst.hpp' there; install "
                            "pto-ninja again\n");
}

TEST_F(LibraryTest, TheDebianPackageWorksWhereverItIsUnpacked) {
    for (const char* tool : {"cpack", "dpkg-deb", "dpkg-shlibdeps"}) {
        PTO_NEEDS(MissingProgram(tool));
    }
    PTO_NEEDS(std::string(PTO_CONSUMER_FLAGS) != "" ? "not a build that is packaged" : "");
    const Outcome packed = work_.Tool({"cpack", "-G", "DEB", "-B", work_.Path("pack")}, PTO_BUILD_DIR);
    ASSERT_EQ(packed.exit_code, 0) << packed.All();
    std::string package;
    for (const fs::directory_entry& entry : fs::directory_iterator(work_.Path("pack"))) {
        if (entry.path().extension() == ".deb") package = entry.path();
    }
    const Outcome depends = work_.Tool({"dpkg-deb", "-f", package, "Package", "Depends", "Recommends"});
    EXPECT_THAT(depends.out, HasSubstr("Package: pto-ninja\n"));
    EXPECT_THAT(depends.out, HasSubstr("ninja-build (>= 1.9), g++ (>= 4:12)"));
    EXPECT_THAT(depends.out, HasSubstr("libstdc++6"));
    EXPECT_THAT(depends.out, HasSubstr("Recommends: python3\n"));
    ASSERT_EQ(work_.Tool({"dpkg-deb", "-x", package, work_.Path("system")}).exit_code, 0);
    const Outcome generated = work_.Tool({work_.Path("system/usr/bin/pto-ninja"), directory_});
    EXPECT_EQ(generated.exit_code, 0) << generated.All();
    const Outcome replayed = work_.Ninja(directory_, {"replay"});
    EXPECT_EQ(replayed.exit_code, 0) << replayed.All();
    EXPECT_TRUE(fs::exists(work_.Path("system/usr/lib/cmake/pto_ninja/pto_ninjaConfig.cmake")));
}

}  // namespace
}  // namespace pto::test
