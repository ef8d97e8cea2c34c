#include "generator/toolchain/roots.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/process.h"
#include "generator/toolchain/runtime_kind.h"
#include "tests/support/simpler_checkout.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

const OwnFiles kOwn = {"/embedded", "/clang", "/adapter.cc"};

class RootsTest : public testing::Test {
  protected:
    // A checkout with one header and one commit, which is returned.
    std::string Checkout(const std::string& name) {
        space_.Write(name + "/include/pto/pto-inst.hpp", "#pragma once\n");
        Git(name, {"init", "-q"});
        Git(name, {"add", "."});
        Git(name, {"-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first"});
        std::string commit = Git(name, {"rev-parse", "HEAD"});
        commit.pop_back();
        return commit;
    }

    std::string Git(const std::string& name, const std::vector<std::string>& arguments) {
        ProcessOptions process;
        process.arguments = {"git", "-C", space_.Path(name)};
        process.arguments.insert(process.arguments.end(), arguments.begin(), arguments.end());
        const ProcessResult result = RunProcess(process);
        EXPECT_TRUE(result.Ok()) << result.err;
        return result.out;
    }

    std::string Failure(GenerateOptions options) {
        try {
            RecordRoots(options);
            InspectRoots(options, kOwn);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }

    const test::TempSpace space_;
    test::EnvironmentVariable isa_{"PTO_ISA_ROOT", nullptr};
    test::EnvironmentVariable simpler_{"SIMPLER_ROOT", nullptr};
    test::EnvironmentVariable ascend_{"ASCEND_HOME_PATH", nullptr};
};

TEST_F(RootsTest, NoneByDefault) {
    GenerateOptions options;
    RecordRoots(options);
    const Roots roots = InspectRoots(options, kOwn);
    EXPECT_EQ(roots.embedded_include, "/embedded");
    EXPECT_EQ(roots.pto_isa.root, "");
    EXPECT_EQ(roots.pin, "");
    EXPECT_EQ(PinWarning(roots), "");
}

TEST_F(RootsTest, OptionThenVariableThenRecord) {
    for (const char* name : {"option", "variable", "record"})
        space_.Write(std::string(name) + "/include/pto/pto-inst.hpp", "");
    GenerateOptions options;
    options.pto_isa_root.recorded = space_.Path("record");
    RecordRoots(options);
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.root, space_.Path("record"));
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.origin, "PTO_ISA_ROOT when the directory was generated");
    const test::EnvironmentVariable isa("PTO_ISA_ROOT", space_.Path("variable").c_str());
    RecordRoots(options);
    EXPECT_EQ(options.pto_isa_root.recorded, space_.Path("variable"));
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.root, space_.Path("variable"));
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.origin, "PTO_ISA_ROOT");
    options.pto_isa_root.path = space_.Path("option");
    RecordRoots(options);
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.root, space_.Path("option"));
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.origin, "--pto-isa-root");
}

// A regeneration works in another directory, and two names of one tree are one tree.
TEST_F(RootsTest, PathsBecomeAbsoluteAndCanonical) {
    space_.Write("isa/include/pto/pto-inst.hpp", "");
    ASSERT_EQ(symlink("isa", space_.Path("link").c_str()), 0);
    const test::WorkingDirectory inside(space_.Root());
    GenerateOptions options;
    options.pto_isa_root.path = "link/";
    options.cxx = "tools/../cxx";
    options.orchestration_cxx = "g++";
    options.ptoas = "./ptoas";
    RecordRoots(options);
    EXPECT_EQ(options.pto_isa_root.path, space_.Path("isa"));
    EXPECT_EQ(options.cxx, space_.Path("cxx"));
    EXPECT_EQ(options.orchestration_cxx, "g++");
    EXPECT_EQ(options.ptoas, space_.Path("ptoas"));
}

TEST_F(RootsTest, IncompleteTreesAreRefused) {
    GenerateOptions options;
    options.pto_isa_root.path = space_.Path("nowhere");
    EXPECT_EQ(Failure(options), space_.Path("nowhere") +
                                    ": no such directory, and --pto-isa-root names it; correct "
                                    "--pto-isa-root or leave it out");
    space_.Write("isa/README.md", "");
    options.pto_isa_root.path = space_.Path("isa");
    EXPECT_EQ(Failure(options),
              space_.Path("isa") + "/include/pto/pto-inst.hpp: not found, so that '" + space_.Path("isa") +
                  "' (--pto-isa-root) is no complete PTO-ISA; check it out again, or correct --pto-isa-root");
    options = {};
    space_.MakeDirectory("simpler");
    options.simpler_root.path = space_.Path("simpler");
    EXPECT_EQ(Failure(options),
              space_.Path("simpler/pto_isa.pin") +
                  ": not found, expected the PTO-ISA commit that the runtime needs; set SIMPLER_ROOT to "
                  "a checkout of the runtime");
    space_.Write("simpler/pto_isa.pin", "main\n");
    EXPECT_EQ(Failure(options), space_.Path("simpler/pto_isa.pin") +
                                    ": found 'main', expected a commit of 40 hex digits; check the file out again");
}

// Those of before 24 June 2026.
TEST_F(RootsTest, ARuntimeMayHaveNoPin) {
    space_.Write("isa/include/pto/pto-inst.hpp", "");
    space_.MakeDirectory("simpler/src/common");
    space_.MakeDirectory("simpler/simpler_setup/incore");
    GenerateOptions options;
    options.runtime = "embedded";
    options.simpler_root.path = space_.Path("simpler");
    options.pto_isa_root.path = space_.Path("isa");
    const Roots roots = InspectRoots(options, kOwn);
    EXPECT_EQ(roots.pin + roots.pin_file, "");
    EXPECT_EQ(PinWarning(roots), "");
    options.require_pin = true;
    EXPECT_EQ(Failure(options),
              "--require-pin needs the runtime's pto_isa.pin, and no runtime is set that has one; set SIMPLER_ROOT or "
              "leave --require-pin out");
}

TEST_F(RootsTest, PinIsComparedWithACleanCheckout) {
    const std::string commit = Checkout("isa");
    const std::string other(40, 'f');
    space_.Write("simpler/pto_isa.pin", commit + "\n");
    space_.Write("moved/pto_isa.pin", other + "\n");
    GenerateOptions options;
    options.runtime = "embedded";
    options.pto_isa_root.path = space_.Path("isa");
    options.require_pin = true;
    EXPECT_EQ(Failure(options),
              "--require-pin needs the runtime's pto_isa.pin, and no runtime is set that has one; set SIMPLER_ROOT or "
              "leave --require-pin out");
    options.simpler_root.path = space_.Path("simpler");
    EXPECT_EQ(Failure(options), "no error");
    options.simpler_root.path = space_.Path("moved");
    EXPECT_EQ(Failure(options), space_.Path("isa") + ": PTO-ISA is " + commit.substr(0, 12) +
                                    ", expected ffffffffffff, the runtime's pto_isa.pin; check out " + other +
                                    " there, or leave --require-pin out");
    options.require_pin = false;
    RecordRoots(options);
    EXPECT_EQ(PinWarning(InspectRoots(options, kOwn)),
              space_.Path("isa") + ": PTO-ISA is " + commit.substr(0, 12) +
                  ", expected ffffffffffff, the runtime's pto_isa.pin; results may differ from the runtime's");
    options = {};
    options.require_pin = true;
    EXPECT_EQ(Failure(options),
              "--require-pin needs a PTO-ISA, and kernels would use the embedded headers; set PTO_ISA_ROOT or leave "
              "--require-pin out");
}

TEST_F(RootsTest, RuntimeIsChosenByNameOrByItsRoot) {
    GenerateOptions options;
    EXPECT_EQ(ChosenRuntime(options), RuntimeKind::kEmbedded);
    options.simpler_root.recorded = "/simpler";
    EXPECT_EQ(ChosenRuntime(options), RuntimeKind::kSimpler);
    options.runtime = "embedded";
    EXPECT_EQ(ChosenRuntime(options), RuntimeKind::kEmbedded);
    options.runtime = "pypto";
    EXPECT_EQ(ChosenRuntime(options), RuntimeKind::kPyPto);
    const std::string expected = ", expected one of 'embedded', 'simpler' and 'pypto'";
    options.simpler_root = {};
    options.runtime = "simplr";
    EXPECT_EQ(Failure(options), "--runtime is 'simplr'" + expected + "; did you mean 'simpler'?");
    options.runtime = "torch";
    EXPECT_EQ(Failure(options), "--runtime is 'torch'" + expected);
    for (const char* name : {"simpler", "pypto"}) {
        options = {};
        options.runtime = name;
        EXPECT_EQ(Failure(options), "--runtime " + std::string(name) +
                                        " needs a checkout of the runtime, none is set; set SIMPLER_ROOT or pass "
                                        "--simpler-root");
    }
}

TEST_F(RootsTest, CheckoutOfTheRuntimeBringsItsPtoIsa) {
    test::WriteSimplerCheckout(space_);
    GenerateOptions options;
    options.simpler_root.path = space_.Path("simpler");
    RecordRoots(options);
    Roots roots = InspectRoots(options, kOwn);
    EXPECT_EQ(roots.simpler.root, space_.Path("simpler"));
    EXPECT_EQ(roots.simpler.origin, "--simpler-root");
    EXPECT_EQ(roots.pto_isa.root, space_.Path("simpler/build/pto-isa"));
    EXPECT_EQ(roots.pto_isa.origin, "of the runtime");
    EXPECT_EQ(roots.pin, test::kPinOfCheckout);
    // Another PTO-ISA wins; the embedded runtime needs neither.
    Checkout("isa");
    options.pto_isa_root.path = space_.Path("isa");
    EXPECT_EQ(InspectRoots(options, kOwn).pto_isa.root, space_.Path("isa"));
    options.pto_isa_root = {};
    options.runtime = "embedded";
    roots = InspectRoots(options, kOwn);
    EXPECT_EQ(roots.simpler.root, "");
    EXPECT_EQ(roots.pto_isa.root, "");
    EXPECT_EQ(roots.pin, test::kPinOfCheckout);
}

TEST_F(RootsTest, IncompleteRuntimeIsRefused) {
    test::WriteSimplerCheckout(space_);
    GenerateOptions options;
    options.simpler_root.path = space_.Path("simpler");
    const std::string incomplete = ": not found, so that '" + space_.Path("simpler") +
                                   "' (--simpler-root) is no complete runtime; check it out again, correct "
                                   "--simpler-root, or pass --runtime embedded";
    space_.Remove("simpler/build/pto-isa/include/pto/pto-inst.hpp");
    EXPECT_EQ(Failure(options),
              space_.Path("simpler/build/pto-isa/include/pto/pto-inst.hpp") + ": not found, so that '" +
                  space_.Path("simpler/build/pto-isa") +
                  "' (of the runtime) is no complete PTO-ISA; check it out again, or set PTO_ISA_ROOT");
    std::filesystem::remove_all(space_.Path("simpler/build/pto-isa"));
    EXPECT_EQ(Failure(options), space_.Path("simpler/build/pto-isa") +
                                    ": not found, and the runtime's kernels are compiled against PTO-ISA; check "
                                    "PTO-ISA out there at " +
                                    test::kPinOfCheckout + ", or set PTO_ISA_ROOT");
    std::filesystem::remove_all(space_.Path("simpler/simpler_setup"));
    EXPECT_EQ(Failure(options), space_.Path("simpler/simpler_setup/incore") + incomplete);
    std::filesystem::remove_all(space_.Path("simpler/src"));
    EXPECT_EQ(Failure(options), space_.Path("simpler/src/common") + incomplete);
    options.runtime = "embedded";
    EXPECT_EQ(Failure(options), "no error");
}

// Every shell of a machine may have set the variable, long after the toolkit has moved.
TEST_F(RootsTest, AscendToolkitOfTheVariableNeedNotBeThere) {
    space_.MakeDirectory("ascend");
    const test::EnvironmentVariable home("ASCEND_HOME_PATH", space_.Path("gone").c_str());
    GenerateOptions options;
    RecordRoots(options);
    EXPECT_EQ(options.ascend_home.Path(), space_.Path("gone"));
    EXPECT_EQ(InspectRoots(options, kOwn).ascend_origin, "ASCEND_HOME_PATH");
    options.ascend_home.path = space_.Path("ascend/../ascend");
    RecordRoots(options);
    EXPECT_EQ(options.ascend_home.Path(), space_.Path("ascend"));
    EXPECT_EQ(InspectRoots(options, kOwn).ascend_origin, "--ascend-home");
    options.ascend_home.path = space_.Path("nowhere");
    EXPECT_EQ(Failure(options), space_.Path("nowhere") +
                                    ": no such directory, and --ascend-home names it; correct --ascend-home or leave "
                                    "it out");
}

TEST_F(RootsTest, ChangedOrNewHeaderIsALocalChange) {
    const std::string commit = Checkout("changed");
    EXPECT_EQ(HeadCommit(RealFileSystem(), space_.Path("changed")), commit);
    Checkout("added");
    Checkout("beside");
    space_.Write("changed/include/pto/pto-inst.hpp", "// edited\n");
    space_.Write("added/include/pto/new.hpp", "");
    space_.Write("beside/notes.txt", "not a header");
    EXPECT_FALSE(InspectTree(space_.Path("changed"), {kPtoIsaHeaders}, "test").clean);
    EXPECT_FALSE(InspectTree(space_.Path("added"), {kPtoIsaHeaders}, "test").clean);
    EXPECT_TRUE(InspectTree(space_.Path("beside"), {kPtoIsaHeaders}, "test").clean);
}

}  // namespace
}  // namespace pto::gen
