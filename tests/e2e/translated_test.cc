// Directories of the reference data as newer generations of PyPTO write them: the same numbers as in their own form,
// to the bit, also after the same edits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/file_system.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/reference.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"
#include "tests/support/translator/names.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Translated {
    const char* directory;
    std::vector<std::string> targets = {"replay"};  // each runs a program
    const char* flags = "";                         // PTO_REPLAY_FLAGS
    bool needs_python = false;
};

const Translated kTranslated[] = {
    {"gated_residual"},
    {"linear_relu"},
    {"softmax_rows"},
    {"accumulate_inout"},
    {"scaled_rows_dynamic", {"replay"}, "--shape x=48x64 --shape y=48x64 --scalar blocks=3"},
    {"clamp_scale_a5"},
    {"map_reduce_l3", {"replay"}, "", true},
    {"two_orchs", {"decode/replay", "prefill/replay"}},
    {"block_rows_spmd"},
    {"looped_rows"},
    {"looped_gemm"},
    {"updates_in_turn"},
};

using Outputs = std::map<std::string, Tensor>;  // "target output"

bool operator==(const Outputs& a, const Outputs& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
        return one.first == other.first && one.second.bytes == other.second.bytes;
    });
}

class TranslatedTest : public testing::TestWithParam<Translated> {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("corpus");
        PTO_NEEDS(GetParam().needs_python ? MissingPython() : "");
        original_ = work_.CopyReference(GetParam().directory, "original");
        env_ = WithRecordedPtoas(work_.Path("ptoas.log"));
    }

    // Whether the outputs are right is asked elsewhere: an edited program fails its golden.
    Outputs Run(const std::string& directory) {
        Outputs outputs;
        log_.clear();
        const std::string saved = work_.Path("saved.safetensors");
        Environment env = env_;
        env.push_back("PTO_REPLAY_FLAGS=--save-outputs " + saved + " " + GetParam().flags);
        for (const std::string& target : GetParam().targets) {
            work_.space().Write("saved.safetensors", "");
            log_ += work_.Ninja(directory, {target}, env).All();
            EXPECT_FALSE(ReadFile(saved).empty()) << log_;
            if (ReadFile(saved).empty()) continue;
            for (Tensor& tensor : ReadSafetensors(saved).tensors) {
                const std::string name = tensor.name;
                outputs.emplace(target + " " + name, std::move(tensor));
            }
        }
        return outputs;
    }

    Outputs RunFresh(const std::string& directory) {
        const Outcome generated = work_.Generate(directory, {}, env_);
        EXPECT_EQ(generated.exit_code, 0) << generated.All();
        return Run(directory);
    }

    void ExpectReal(const Outputs& outputs) const {
        for (const auto& [name, tensor] : outputs) {
            const std::string real = RealOutputFile(GetParam().directory, tensor.name);
            if (!real.empty()) ExpectNearReal(tensor, ReadNpy(RealFileSystem(), real));
        }
    }

    // One edit upon the other in both directories. That the edits are right is asked of the originals elsewhere.
    void ExpectSameEdits(const std::string& translated) {
        size_t calls = 0;
        for (const RecordedEdit& edit : RecordedEdits(GetParam().directory)) {
            SCOPED_TRACE(edit.name);
            Outputs expected;
            for (const std::string& directory : {original_, translated}) {
                WriteFile(directory + "/" + edit.pto, ReadFile(RecordedPto(edit.name)));
                const Outputs outputs = Run(directory);
                EXPECT_THAT(log_, HasSubstr("spliced '"));
                if (directory == original_) expected = outputs;
                EXPECT_TRUE(outputs == expected);
            }
            EXPECT_EQ(PtoasCalls(work_.Path("ptoas.log")), calls += 2);
        }
    }

    void TranslateFiles(const std::string& directory, const PyptoGeneration& generation,
                        const std::vector<FileKind>& kinds) const {
        TranslateOver(directory, Workspace::ReferencePath(GetParam().directory), generation, kinds);
    }

    Workspace work_;
    std::string original_;
    Environment env_;
    std::string log_;  // of the last Run
};

TEST_P(TranslatedTest, GivesTheBitsOfItsOriginalInEveryGeneration) {
    const Outputs expected = RunFresh(original_);
    ASSERT_FALSE(expected.empty());
    ExpectReal(expected);

    const std::string newest = work_.CopyTranslated(GetParam().directory, Newest(), "newest");
    EXPECT_TRUE(RunFresh(newest) == expected);
    // The weeks before differ in their metadata, which are no reason to compile.
    TranslateFiles(newest, FindGeneration("early_september"), {FileKind::kCompiledMeta, FileKind::kDistributedMeta});
    EXPECT_TRUE(Run(newest) == expected);
    EXPECT_THAT(work_.Compiled(newest), IsEmpty());

    const std::string august = work_.CopyTranslated(GetParam().directory, FindGeneration("late_august"), "late_august");
    EXPECT_TRUE(RunFresh(august) == expected);

    // Compiled over an older directory: a new orchestration beside old kernels and an old sidecar.
    TranslateFiles(original_, Newest(), {FileKind::kOrchestration});
    EXPECT_TRUE(Run(original_) == expected);
    EXPECT_THAT(work_.Compiled(original_), Not(IsEmpty()));

    EXPECT_EQ(PtoasCalls(work_.Path("ptoas.log")), 0U) << "no .pto was edited";
    ExpectSameEdits(newest);
}

INSTANTIATE_TEST_SUITE_P(All, TranslatedTest, testing::ValuesIn(kTranslated),
                         [](const auto& tested) { return std::string(tested.param.directory); });

TEST(TranslatedEditsTest, AllRecordedOnesAreAmongThem) {
    PTO_NEEDS_DATA("corpus");
    size_t edits = 0;
    for (const Translated& translated : kTranslated) edits += RecordedEdits(translated.directory).size();
    EXPECT_EQ(edits, 10U);
}

TEST(TranslatedChainTest, FortyKernelsOfTheNewestGeneration) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyTranslated("wide_chain", Newest(), "wide_chain");
    const std::string saved = work.Path("saved.safetensors");
    const Outcome outcome = work.Replay(directory, {"PTO_REPLAY_FLAGS=--save-outputs " + saved});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
    const Tensor real = ReadNpy(RealFileSystem(), RealOutputFile("wide_chain", "out"));
    EXPECT_EQ(ReadSafetensors(saved).tensors.at(0).bytes, real.bytes);
}

TEST(TranslatedRefusalTest, WhatCannotRunIsRefusedInTheSameWords) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    for (const char* const place : {"as_it_is", "as_newer"}) work.space().MakeDirectory(place);
    for (const std::string name : {"failed_compile", "compile_only", "share_sum_l3"}) {
        const Outcome original = work.Generate(work.CopyReference(name, "as_it_is/" + name));
        const Outcome translated = work.Generate(work.CopyTranslated(name, Newest(), "as_newer/" + name));
        EXPECT_EQ(original.exit_code, 2) << name;
        EXPECT_EQ(translated.exit_code, original.exit_code) << name;
        EXPECT_EQ(WithNames(translated.err, {{"as_newer", "as_it_is"}}), original.err);
    }
}

TEST(TranslatedRefusalTest, AQueueBetweenCoresIsRefusedByName) {
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::vector<std::string> directories = {work.CopyReference("queued_affine", "original"),
                                                  work.CopyTranslated("queued_affine", Newest(), "newest")};
    for (const std::string& directory : directories) {
        const Outcome outcome = work.Replay(directory);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.All(),
                    HasSubstr("TPipe (TPUSH, TPOP) is not among the embedded "
                              "instructions: set PTO_ISA_ROOT to a PTO-ISA checkout (or SIMPLER_ROOT to the runtime) "
                              "and run pto-ninja again\n"));
    }
}

}  // namespace
}  // namespace pto::test
