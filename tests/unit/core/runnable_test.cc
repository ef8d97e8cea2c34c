#include "runtime/core/runnable.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace pto::run {
namespace {

using test::ErrorOf;

Manifest Built(const std::string& function, const std::string& runtime = "embedded") {
    Manifest manifest;
    manifest.directory = "D";
    manifest.runtime = runtime;
    Program program;
    program.name = "scale";
    program.orchestration = {"orchestration/scale.cpp", "o.so", function, {}};
    manifest.programs = {program};
    Entry entry;
    entry.program = "scale";
    entry.modes = {"kernel"};
    manifest.entries = {entry};
    return manifest;
}

std::string Refusal(const Manifest& manifest) {
    return ErrorOf([&] { RequireProgramEntry(manifest, manifest.entries[0]); });
}

TEST(RequireProgramEntry, KernelModeIsRunAsAProgramWhereItsEntryAllowsIt) {
    EXPECT_NO_THROW(
        RequireProgramEntry(Built("aicpu_orchestration_entry"), Built("aicpu_orchestration_entry").entries[0]));
    EXPECT_EQ(Refusal(Built("torch_entry")),
              "D/compiled_meta.json: was compiled for kernel mode (torch), has no program entry: the function of "
              "'orchestration/scale.cpp' is 'torch_entry', expected 'aicpu_orchestration_entry'; compile the program "
              "for program mode");
    EXPECT_EQ(Refusal(Built("aicpu_orchestration_entry", "pypto")),
              "D/compiled_meta.json: was compiled for kernel mode (torch), has no program entry that PyPTO runs; run "
              "'pto-ninja D --runtime embedded', or compile the program for program mode");
}

TEST(RequireProgramEntry, NamesModesThatAreNotKnown) {
    Manifest manifest = Built("main_entry");
    manifest.entries[0].modes = {"kernel", "stream"};
    EXPECT_EQ(
        Refusal(manifest),
        "D/compiled_meta.json: was compiled for 'kernel' and 'stream', has no program entry: the function of "
        "'orchestration/scale.cpp' is 'main_entry', expected 'aicpu_orchestration_entry'; compile the program for "
        "program mode");
}

TEST(RequireProgramEntry, ProgramsAreNotAsked) {
    Manifest manifest = Built("any_entry", "pypto");
    for (const std::vector<std::string>& modes : {std::vector<std::string>{}, {"program"}, {"kernel", "program"}}) {
        manifest.entries[0].modes = modes;
        EXPECT_NO_THROW(RequireProgramEntry(manifest, manifest.entries[0]));
    }
}

TEST(RequireProgramEntry, LooksAtTheProgramsOfTheEntryOnly) {
    Manifest manifest = Built("aicpu_orchestration_entry");
    manifest.programs.push_back(Built("torch_entry").programs[0]);
    manifest.programs[1].name = "other";
    EXPECT_NO_THROW(RequireProgramEntry(manifest, manifest.entries[0]));
    manifest.entries[0].program = "";  // all of a plan
    manifest.entries[0].plan = "plan.json";
    EXPECT_EQ(Refusal(manifest).substr(0, 24), "D/distributed_meta.json:");
}

TEST(OtherModeNote, TellsOfKernelModeThatIsRun) {
    Manifest manifest = Built("aicpu_orchestration_entry");
    EXPECT_EQ(
        OtherModeNote(manifest, manifest.entries[0]),
        "D/compiled_meta.json: was compiled for kernel mode (torch), and is run as a program, which PyPTO does not "
        "do");
    manifest.entries[0].modes = {"kernel", "program"};
    EXPECT_EQ(OtherModeNote(manifest, manifest.entries[0]), "");
    manifest.entries[0].modes = {};
    EXPECT_EQ(OtherModeNote(manifest, manifest.entries[0]), "");
}

}  // namespace
}  // namespace pto::run
