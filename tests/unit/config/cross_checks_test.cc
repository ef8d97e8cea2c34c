#include "generator/config/cross_checks.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

const std::vector<int64_t> kSize = {4};

Program Compiled(const std::string& directory, const std::vector<Param>& params,
                 const std::vector<std::string>& signature) {
    const std::string below = directory.empty() ? "" : directory + "/";
    Program program;
    program.directory = directory;
    program.config.file = below + "kernel_config.py";
    program.config.orchestration.emplace();
    program.config.orchestration->function_name = "aicpu_orchestration_entry";
    program.config.orchestration->signature = signature;
    program.config.orchestration->line = 7;
    program.meta.emplace();
    program.meta->file = below + "compiled_meta.json";
    program.meta->params = params;
    return program;
}

std::string SignatureError(const std::vector<Param>& params, const std::vector<std::string>& signature) {
    return test::ErrorOf([&] { CheckSignature({MemoryFileSystem(), "/d"}, Compiled("", params, signature)); });
}

TEST(CheckSignature, HasAsManyEntriesAsParametersOrTensors) {
    const std::vector<Param> params = {
        {"x", "In", kSize, "fp32", ""}, {"n", "In", std::nullopt, "int32", ""}, {"y", "Out", kSize, "fp32", ""}};
    EXPECT_EQ(SignatureError(params, {"IN", "SCALAR", "OUT"}), "no error");
    EXPECT_EQ(SignatureError(params, {"IN", "OUT"}), "no error");
    EXPECT_EQ(SignatureError(params, {}), "no error") << "not recorded";
    EXPECT_EQ(
        SignatureError(params, {"IN"}),
        "/d/kernel_config.py:7: ORCHESTRATION: 'signature' has 1 entry, expected 3 as the parameters of "
        "'compiled_meta.json', or 2 as its tensors; correct the file that is wrong, or recompile the program with "
        "ir.compile()");
    EXPECT_EQ(SignatureError({}, {"IN", "OUT"}),
              "/d/kernel_config.py:7: ORCHESTRATION: 'signature' has 2 entries, expected 0 as the parameters of "
              "'compiled_meta.json'; correct the file that is wrong, or recompile the program with ir.compile()");
    Program program = Compiled("", {}, {"IN"});
    program.meta.reset();
    EXPECT_NO_THROW(CheckSignature({MemoryFileSystem(), "/d"}, program));
}

std::string NotesShown(const BuildDirectory& build) {
    std::string text;
    for (const Note& note : build.notes) text += NoteText(note) + "\n";
    return text;
}

BuildDirectory Several() {
    BuildDirectory build;
    build.programs = {Compiled("next_levels/decode", {}, {}), Compiled("next_levels/prefill", {}, {})};
    return build;
}

TEST(NoteOtherModes, SaysWhetherItCanBeRun) {
    BuildDirectory build = Several();
    NoteOtherModes(build);
    EXPECT_EQ(NotesShown(build), "");
    build.programs[0].meta->modes = {"kernel", "program"};
    build.programs[1].meta->modes = {"kernel"};
    NoteOtherModes(build);
    EXPECT_EQ(
        NotesShown(build),
        "next_levels/prefill/compiled_meta.json: supported_execution_modes has 'kernel' without 'program': run as "
        "a program all the same, which PyPTO does not do\n");
    build.notes.clear();
    build.programs[1].config.orchestration->function_name = "torch_entry";
    NoteOtherModes(build);
    EXPECT_EQ(NotesShown(build),
              "next_levels/prefill/compiled_meta.json: supported_execution_modes has 'kernel' without 'program': the "
              "program is built, and cannot be run: its function is 'torch_entry', not 'aicpu_orchestration_entry'\n");
}

TEST(NoteOtherModes, OfADistributedBuild) {
    BuildDirectory build = Several();
    build.distributed.emplace();
    build.distributed->common.file = "distributed_meta.json";
    build.distributed->common.modes = {"stream"};
    NoteOtherModes(build);
    EXPECT_EQ(NotesShown(build),
              "distributed_meta.json: supported_execution_modes has 'stream' without 'program': run as a program all "
              "the same, which PyPTO does not do\n");
}

TEST(NoteOtherPlatforms, NamesTheSidecarsThatDisagree) {
    BuildDirectory build = Several();
    build.programs[0].meta->platform = "a2a3sim";
    NoteOtherPlatforms(build);
    build.programs[1].meta->platform = "a2a3sim";
    NoteOtherPlatforms(build);
    EXPECT_EQ(NotesShown(build), "");
    build.programs[1].meta->platform = "a5sim";
    NoteOtherPlatforms(build);
    EXPECT_EQ(NotesShown(build),
              "next_levels/prefill/compiled_meta.json: platform is 'a5sim', and 'a2a3sim' in "
              "'next_levels/decode/compiled_meta.json', which all programs are built for; --platform chooses another "
              "one\n");
}

}  // namespace
}  // namespace pto::gen
