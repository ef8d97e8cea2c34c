#include "generator/baseline/baseline.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/hash.h"
#include "contract/layout.h"
#include "generator/graph/objects.h"
#include "generator/splice/unit_state.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kArchive[] = "d/.pto-ninja/baseline/sources.tar";

class BaselineTest : public ::testing::Test {
  protected:
    BaselineTest() {
        for (const char* name :
             {"kernel_config.py", "compiled_meta.json", "golden.py", "kernels/aic/matmul.cpp", "kernels/aiv/scale.cpp",
              "kernels/aiv/bias.cpp", "orchestration/gated.cpp", "ptoas/mix.pto", "ptoas/mix.cpp", "data/in/x.pt"}) {
            files_.Add(std::string("d/") + name, std::string("text of ") + name + "\n");
        }
        SeedUnit();
    }

    void SeedUnit() {
        const Program& program = directory_.programs[0];
        const Unit& unit = program.units[0];
        SeedUnitState(files_, PathsOf("d", program.name, "", unit.name, SpliceStamp(program, unit)), unit.functions);
        files_.ClearRecords();
    }

    std::string ErrorOfLoading(const std::string& root) const {
        try {
            LoadBaseline(files_, root);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::kInput);
            return error.what();
        }
        return "no error";
    }

    MemoryFileSystem files_;
    BuildDirectory directory_ = SampleSingle();
};

TEST_F(BaselineTest, KeepsTheSourcesThatAreThereInOneWrite) {
    files_.Add("d/kernels/aiv/common.h", "a header").Add("d/kernels/aiv/notes.txt", "mine");
    files_.Add("d/local include/deep.hpp", "another");
    SeedBaseline(files_, "d", directory_);
    EXPECT_THAT(files_.writes(), ElementsAre(kArchive));
    const Baseline baseline = LoadBaseline(files_, "d");
    EXPECT_THAT(baseline.Paths(),
                ElementsAre("compiled_meta.json", "golden.py", "kernel_config.py", "kernels/aic/matmul.cpp",
                            "kernels/aiv/bias.cpp", "kernels/aiv/common.h", "kernels/aiv/scale.cpp",
                            "local include/deep.hpp", "orchestration/gated.cpp", "ptoas/mix.cpp", "ptoas/mix.pto"));
    EXPECT_EQ(baseline.sources.at("golden.py"), "text of golden.py\n");
    EXPECT_THAT(baseline.pending, IsEmpty());
}

TEST_F(BaselineTest, WhatIsKeptIsNeverReplacedAndANewSourceIsNotTakenForCompiled) {
    SeedBaseline(files_, "d", directory_);
    files_.Add("d/golden.py", "edited").Add("d/kernels/aiv/scale.cpp", "edited");
    files_.ClearRecords();
    SeedBaseline(files_, "d", directory_);
    EXPECT_THAT(files_.writes(), IsEmpty());
    EXPECT_THAT(files_.reads(), ElementsAre(kArchive)) << "no source is read again";

    files_.Add("d/kernel_config.json", "new").Add("d/kernels/aiv/fast.h", "new too").Add("d/notes.txt", "mine");
    SeedBaseline(files_, "d", directory_);
    EXPECT_THAT(files_.writes(), IsEmpty());
    Baseline baseline = LoadBaseline(files_, "d");
    baseline.added = AddedSources(files_, "d", directory_, baseline);
    EXPECT_THAT(baseline.added, ElementsAre("kernel_config.json", "kernels/aiv/fast.h"));
    const std::vector<FileChange> changes = FindChanges(files_, "d", baseline, {"golden.py", "kernels/aiv/fast.h"});
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[1].compiled, std::nullopt);
    EXPECT_EQ(changes[1].now, "new too");
    EXPECT_EQ(baseline.sources.at("golden.py"), "text of golden.py\n");
    EXPECT_EQ(baseline.sources.at("kernels/aiv/scale.cpp"), "text of kernels/aiv/scale.cpp\n");
    EXPECT_EQ(baseline.sources.count("kernel_config.json"), 0U);
}

// What ptoas prints is nobody's edit, whenever it was printed first.
TEST_F(BaselineTest, ARawTextThatABuildMadeIsKept) {
    files_.Remove("d/ptoas/mix.cpp");
    SeedBaseline(files_, "d", directory_);
    files_.Add("d/ptoas/mix.cpp", "printed");
    SeedBaseline(files_, "d", directory_);
    EXPECT_EQ(LoadBaseline(files_, "d").sources.at("ptoas/mix.cpp"), "printed");
}

// What a restore would refuse to write is not kept: it is no file of the directory.
TEST_F(BaselineTest, SourcesBehindALinkThatLeadsOutAreNotKept) {
    class Linked : public MemoryFileSystem {
      public:
        std::optional<std::string> LinkTarget(const std::string& path) const override {
            return path == "d/kernels/aiv" ? std::optional<std::string>("/checkout/aiv") : std::nullopt;
        }
    };
    Linked files;
    files.Add("d/kernel_config.py", "").Add("d/kernels/aic/matmul.cpp", "").Add("d/kernels/aiv/scale.cpp", "");
    files.Add("d/kernels/aiv/common.h", "");
    SeedBaseline(files, "d", directory_);
    EXPECT_THAT(LoadBaseline(files, "d").Paths(), ElementsAre("kernel_config.py", "kernels/aic/matmul.cpp"));
}

TEST_F(BaselineTest, APtoThatWasEditedBeforeItWasSeenIsPendingForGood) {
    files_.Tick();
    files_.Add("d/ptoas/mix.pto", "edited before");
    SeedBaseline(files_, "d", directory_);
    const Baseline baseline = LoadBaseline(files_, "d");
    EXPECT_THAT(baseline.pending, ElementsAre("ptoas/mix.pto"));
    EXPECT_EQ(baseline.sources.at("ptoas/mix.pto"), "edited before");
    EXPECT_EQ(baseline.sources.count(".pending/ptoas/mix.pto"), 0U);
    SeedBaseline(files_, "d", directory_);
    EXPECT_THAT(LoadBaseline(files_, "d").pending, ElementsAre("ptoas/mix.pto"));
}

TEST_F(BaselineTest, ChangesAreWhatDiffersAndWhatIsGone) {
    SeedBaseline(files_, "d", directory_);
    files_.Add("d/golden.py", "edited");
    files_.Remove("d/kernels/aiv/bias.cpp");
    const Baseline baseline = LoadBaseline(files_, "d");
    const std::vector<FileChange> changes = FindChanges(files_, "d", baseline, baseline.Paths());
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].path, "golden.py");
    EXPECT_EQ(changes[0].compiled, "text of golden.py\n");
    EXPECT_EQ(changes[0].now, "edited");
    EXPECT_EQ(changes[1].path, "kernels/aiv/bias.cpp");
    EXPECT_EQ(changes[1].now, std::nullopt);
    EXPECT_THAT(FindChanges(files_, "d", baseline, {"kernels/aiv/scale.cpp"}), IsEmpty());
}

TEST_F(BaselineTest, ADirectoryThatWasNeverGeneratedSaysWhatToDo) {
    EXPECT_EQ(ErrorOfLoading("d"),
              "d: its sources as compiled are not kept: no build was generated; run 'pto-ninja d' first");
    EXPECT_EQ(ErrorOfLoading("d/"),
              "d: its sources as compiled are not kept: no build was generated; run 'pto-ninja d' first");
    EXPECT_EQ(ErrorOfLoading("e"),
              "e: does not exist, expected a directory; give a directory that pto-ninja was run on");
    EXPECT_EQ(ErrorOfLoading("d/golden.py"),
              "d/golden.py: is a file, expected a directory; give the directory that holds it");
    files_.Add("/whole/.pto-ninja/baseline/sources.tar", "x").AddDirectory("/whole/next_levels/decode");
    EXPECT_EQ(ErrorOfLoading("/whole/next_levels/decode"),
              "/whole/next_levels/decode: is a part of '/whole', which keeps its sources as compiled; give that "
              "directory");
}

TEST_F(BaselineTest, AnEmptyArchiveIsNoneAndADamagedOneIsNeverReplaced) {
    files_.Add(kArchive, "");
    SeedBaseline(files_, "d", directory_);
    const std::string text = files_.Read(kArchive);
    files_.Add(kArchive, text.substr(0, 1000));
    files_.ClearRecords();
    const std::string message =
        "d/.pto-ninja/baseline/sources.tar: is damaged: it ends too early; delete it; the sources as they are then "
        "count as the code as compiled from the next generation on";
    EXPECT_EQ(ErrorOfLoading("d"), message);
    EXPECT_THROW(SeedBaseline(files_, "d", directory_), Error);
    EXPECT_THAT(files_.writes(), IsEmpty());
}

}  // namespace
}  // namespace pto::gen
