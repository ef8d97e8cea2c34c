// Each tool has an identity of its own: what another one rebuilds, and what it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A PTO-ISA made of the embedded headers: a git checkout of what kernels include.
class IdentityTest : public testing::Test {
  protected:
    void SetUp() override {
        isa_ = work_.Path("isa");
        std::filesystem::create_directories(isa_);
        std::filesystem::copy(PTO_EMBEDDED_INCLUDE, isa_ + "/include", std::filesystem::copy_options::recursive);
        Git({"init", "-q"});
        Commit("first");
        directory_ = work_.CopyExample("three_steps");
        // PTO-ISA's own headers need a newer compiler than this machine may have; these do not.
        flags_ = {"--pto-isa-root", isa_, "--cxx", "g++"};
    }

    std::string Git(const std::vector<std::string>& arguments) {
        std::vector<std::string> command = {"git", "-C", isa_, "-c", "user.name=T", "-c", "user.email=t@example.org"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const Outcome outcome = work_.Tool(command);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        return outcome.out.substr(0, outcome.out.find('\n'));
    }

    void Commit(const std::string& message) {
        Git({"add", "-A"});
        Git({"commit", "-qm", message});
    }

    void Build() {
        const Outcome outcome = work_.Ninja(directory_, {"kernels"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    }

    std::vector<std::string> CompiledByBuild() {
        Build();
        return work_.Compiled(directory_);
    }

    Workspace work_;
    std::string isa_;
    std::string directory_;
    std::vector<std::string> flags_;
};

const auto kAllKernels = ElementsAre("difference", "floor_at", "scale");

// Times are put back after the checkout, as a cache that restores them does.
TEST_F(IdentityTest, AnotherPtoIsaCommitWithTimesPreservedRecompilesAllKernels) {
    const std::string header = isa_ + "/include/pto/pto-inst.hpp";
    const auto time = std::filesystem::last_write_time(header);
    WriteFile(header, ReadFile(header) + "// another revision\n");
    Commit("second");
    std::filesystem::last_write_time(header, time);
    EXPECT_EQ(work_.Generate(directory_, flags_).exit_code, 0);
    Build();
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    Git({"checkout", "-q", "HEAD~1"});
    std::filesystem::last_write_time(header, time);
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    Git({"checkout", "-q", "-"});
    std::filesystem::last_write_time(header, time);
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
}

TEST_F(IdentityTest, CommitThatChangesNoHeaderIsAnotherIdentity) {
    EXPECT_EQ(work_.Generate(directory_, flags_).exit_code, 0);
    Build();
    WriteFile(isa_ + "/notes.txt", "beside the headers\n");
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    Commit("notes");
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
}

TEST_F(IdentityTest, DirtyTreeRebuildsOnEachChangeAndStrictEveryTime) {
    EXPECT_EQ(work_.Generate(directory_, flags_).exit_code, 0);
    Build();
    WriteFile(isa_ + "/include/pto/new.hpp", "// not in any commit\n");
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    std::vector<std::string> strict = flags_;
    strict.emplace_back("--strict-identity");
    EXPECT_EQ(work_.Generate(directory_, strict).exit_code, 0);
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    Commit("now it is");
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
}

TEST_F(IdentityTest, PinIsCheckedAgainWhenTheCheckoutMoves) {
    const std::string pin = Git({"rev-parse", "HEAD"});
    WriteFile(work_.Path("simpler/pto_isa.pin"), pin + "\n");
    std::vector<std::string> required = flags_;
    // A runtime of which only the pin is there runs nothing.
    required.insert(required.end(),
                    {"--simpler-root", work_.Path("simpler"), "--runtime", "embedded", "--require-pin"});
    EXPECT_EQ(work_.Generate(directory_, required).exit_code, 0);
    Build();
    WriteFile(isa_ + "/notes.txt", "moved on\n");
    Commit("moved on");
    const std::string moved = Git({"rev-parse", "HEAD"});
    const Outcome refused = work_.Ninja(directory_, {"kernels"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(refused.Has("pto-ninja: error: " + isa_ + ": PTO-ISA is " + moved.substr(0, 12) + ", expected " +
                            pin.substr(0, 12) + ", the runtime's pto_isa.pin; check out " + pin +
                            " there, or leave --require-pin out\n"))
        << refused.All();
    // Without the demand it is a warning, at the regeneration too.
    required.pop_back();
    const Outcome warned = work_.Generate(directory_, required);
    EXPECT_EQ(warned.exit_code, 0);
    EXPECT_TRUE(warned.Has("pto-ninja: warning: " + isa_ + ": PTO-ISA is " + moved.substr(0, 12) + ", expected " +
                           pin.substr(0, 12) + ", the runtime's pto_isa.pin; results may differ from the runtime's\n"))
        << warned.All();
}

// An editor that starts ninja does not have the shell's variables.
TEST_F(IdentityTest, RootOfTheVariableStaysWhenTheVariableIsGone) {
    EXPECT_EQ(work_.Generate(directory_, {"--cxx", "g++"}, {"PTO_ISA_ROOT=" + isa_}).exit_code, 0);
    Build();
    EditFile(directory_ + "/kernel_config.py", "KERNELS = [", "# edited\nKERNELS = [");
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    const Outcome info = work_.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "info", directory_});
    EXPECT_THAT(info.out, HasSubstr("PTO-ISA       " + isa_ + "  (PTO_ISA_ROOT when the directory was generated; " +
                                    Git({"rev-parse", "HEAD"}).substr(0, 12) + ", headers digest "));
    EXPECT_EQ(work_.Generate(directory_, {"--cxx", "g++"}).exit_code, 0);
    EXPECT_THAT(work_.Tool({std::string(PTO_BIN_DIR) + "/pto-ninja", "info", directory_}).out,
                HasSubstr("PTO-ISA       none  (kernels use the embedded headers; set PTO_ISA_ROOT to change that)"));
}

TEST_F(IdentityTest, RecompileBuildsEverythingOnce) {
    const auto all = ElementsAre("difference", "floor_at", "scale", "three_steps");
    EXPECT_EQ(work_.Generate(directory_).exit_code, 0);
    Build();
    EXPECT_EQ(work_.Generate(directory_, {"--recompile"}).exit_code, 0);
    EXPECT_THAT(CompiledByBuild(), all);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, {"PTO_REPLAY_FLAGS=--recompile --seed 3"}).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), all);
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, {"PTO_REPLAY_FLAGS=--recompile --no-recompile"}).exit_code, 0);
    EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
}

// pto-replay by hand builds first, and --no-build runs what is there.
TEST_F(IdentityTest, ReplayByHandBuildsFirst) {
    const std::string replay = std::string(PTO_BIN_DIR) + "/pto-replay";
    const Outcome none = work_.Tool({replay, directory_, "--no-build"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_TRUE(none.Has("pto-replay: error: " + directory_ +
                         "/.pto-ninja/manifest.json: no such file: this directory has no build graph yet; "))
        << none.All();
    const Outcome first = work_.Tool({replay, directory_, "--json"});
    EXPECT_EQ(first.exit_code, 0) << first.All();
    EXPECT_EQ(first.out.front(), '{') << "the build speaks on stderr";
    const std::string kernel = directory_ + "/kernels/aiv/scale.cpp";
    WriteFile(kernel, ReadFile(kernel) + "\nbroken\n");
    EXPECT_EQ(work_.Tool({replay, directory_, "--no-build"}).exit_code, 0);
    const Outcome broken = work_.Tool({replay, directory_});
    EXPECT_EQ(broken.exit_code, 3);
    EXPECT_TRUE(broken.Has("pto-replay: error: " + directory_ +
                           ": the build failed; mend what is reported above, or pass --no-build to run what was built "
                           "last\n"))
        << broken.All();
}

// A launcher that stands for another compiler is asked for its version in every build.
TEST_F(IdentityTest, CompilerBehindAScriptIsNoticed) {
    // Same size and time: only what the script starts has changed.
    work_.space().WriteProgram("version", "#!/bin/sh\necho 'g++ (mine) 12.1.0'\n");
    work_.space().WriteProgram("cxx", "#!/bin/sh\nif [ \"$1\" = --version ]; then exec '" + work_.Path("version") +
                                          "'; else exec g++ \"$@\"; fi\n");
    EXPECT_EQ(work_.Generate(directory_, {"--cxx", work_.Path("cxx")}).exit_code, 0);
    Build();
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
    work_.space().WriteProgram("version", "#!/bin/sh\necho 'g++ (mine) 12.3.0'\n");
    EXPECT_THAT(CompiledByBuild(), kAllKernels);
    EXPECT_THAT(CompiledByBuild(), IsEmpty());
}

}  // namespace
}  // namespace pto::test
