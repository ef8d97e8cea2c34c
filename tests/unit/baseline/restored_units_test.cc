#include "generator/baseline/restored_units.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "generator/config/build_directory_loader.h"
#include "generator/graph/objects.h"
#include "generator/splice/splice.h"
#include "generator/splice/splice_unit.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kPto[] = "ptoas/u.pto";
constexpr char kRaw[] = "ptoas/u.cpp";
constexpr char kKernel[] = "kernels/aiv/f.cpp";

// The ptoas of these tests prints the last line of a .pto into the function f.
std::string Pto(const std::string& formula) {
    return "func.func @f(%a: f32) {\n" + formula;
}

std::string Raw(const std::string& pto) {
    return "AICORE void f(float v1) { " + pto.substr(pto.find('\n') + 1) + "; }\n";
}

std::string Kernel(const std::string& formula, const std::string& head = "// head") {
    return head + "\n" + std::string(kBodyBegin) + "\nstatic __aicore__ void f(float v1) { " + formula + "; }\n\n" +
           std::string(kBodyEnd) + "\nvoid kernel_entry() { f(x); }\n";
}

class RestoredUnitsTest : public ::testing::Test {
  protected:
    RestoredUnitsTest() {
        files_.Add("d/kernel_config.py",
                   "from pathlib import Path\n_R = Path(__file__).parent\n"
                   "ORCHESTRATION = {'source': str(_R / 'orchestration' / 'main.cpp'), 'function_name': 'entry'}\n"
                   "KERNELS = [{'func_id': 0, 'source': str(_R / 'kernels' / 'aiv' / 'f.cpp'), 'core_type': 'aiv'}]\n");
        files_.Add("d/orchestration/main.cpp", "int main_orchestration;\n");
        Put(kPto, Pto("x + 1"));
        Put(kRaw, Raw(Pto("x + 1")));
        Put(kKernel, Kernel("x + 1"));
        job_.files = &files_;
        job_.identity = [] { return "ptoas 1"; };
        job_.flags = [](std::string_view) { return std::vector<std::string>{"--flag"}; };
        job_.assemble = [this](const std::vector<std::string>&) {
            ++assembled_;
            return Raw(Text(kPto));
        };
        job_.print = [this](const std::string& line) { printed_.push_back(line); };
    }

    void Put(const std::string& path, const std::string& text) {
        files_.Tick();
        files_.Add("d/" + path, text);
    }

    std::string Text(const std::string& path) { return static_cast<const MemoryFileSystem&>(files_).Read("d/" + path); }

    // What a generation does before the first build.
    void Generate() {
        const BuildDirectory directory = LoadBuildDirectory({files_, "d"});
        const Program& program = directory.programs.at(0);
        const Unit& unit = program.units.at(0);
        job_.paths = PathsOf("d", program.name, "", unit.name, SpliceStamp(program, unit));
        SeedUnitState(files_, job_.paths, unit.functions);
        SeedBaseline(files_, "d", directory);
        first_ = Sources();
    }

    void Splice() {
        assembled_ = 0;
        printed_.clear();
        files_.Tick();
        SpliceUnit(job_);
    }

    std::vector<std::string> Sources() { return {Text(kPto), Text(kRaw), Text(kKernel)}; }

    // As RestoreFiles does it, for these files.
    void PutBack(const std::vector<std::string>& paths) {
        const Baseline baseline = LoadBaseline(files_, "d");
        for (const FileChange& change : FindChanges(files_, "d", baseline, paths)) Put(change.path, *change.compiled);
    }

    void Restore(const std::vector<std::string>& paths) {
        PutBack(paths);
        SettleRestoredUnits(files_, "d", LoadBaseline(files_, "d"));
    }

    void EditAndSplice() {
        Splice();
        Put(kPto, Pto("x + 2"));
        Splice();
        ASSERT_EQ(assembled_, 1);
        ASSERT_EQ(Text(kKernel), Kernel("x + 2"));
    }

    // A build neither assembles nor changes a source; the one after it writes nothing at all.
    void ExpectRestAt(const std::vector<std::string>& sources) {
        Splice();
        EXPECT_EQ(assembled_, 0);
        EXPECT_THAT(printed_, IsEmpty());
        EXPECT_EQ(Sources(), sources);
        files_.ClearRecords();
        Splice();
        EXPECT_THAT(files_.writes(), IsEmpty());
    }

    MemoryFileSystem files_;
    UnitJob job_;
    std::vector<std::string> first_;
    int assembled_ = 0;
    std::vector<std::string> printed_;
};

TEST_F(RestoredUnitsTest, AWholeUnitNeedsNoPtoas) {
    for (const char* unavailable : {"", "there is no ptoas"}) {
        Generate();
        EditAndSplice();
        job_.unavailable = unavailable;
        Restore({kPto, kRaw, kKernel});
        ExpectRestAt(first_);
        job_.unavailable.clear();
        ExpectRestAt(first_);
    }
}

TEST_F(RestoredUnitsTest, AHandEditThatWasThereAtFirstIsPutBackAndKept) {
    Put(kKernel, Kernel("mine", "// my head"));
    Generate();
    Splice();
    Put(kPto, Pto("x + 2"));
    Splice();
    ASSERT_EQ(Text(kKernel), Kernel("x + 2", "// my head"));
    Restore({kPto, kRaw, kKernel});
    EXPECT_EQ(Text(kKernel), Kernel("mine", "// my head"));
    ExpectRestAt(first_);
}

TEST_F(RestoredUnitsTest, ALaterPtoasLeavesAWholeUnitAlone) {
    Generate();
    EditAndSplice();
    Restore({kPto, kRaw, kKernel});
    job_.identity = [] { return "ptoas 2"; };
    ExpectRestAt(first_);
}

TEST_F(RestoredUnitsTest, APtoAloneIsAssembledAgain) {
    Generate();
    EditAndSplice();
    Restore({kPto});
    Splice();
    EXPECT_EQ(assembled_, 1);
    EXPECT_EQ(Sources(), first_);
    ExpectRestAt(first_);
}

TEST_F(RestoredUnitsTest, AKernelThatWasLeftOutGetsItsBodyFromTheNextBuild) {
    Generate();
    EditAndSplice();
    Restore({kPto, kRaw});
    EXPECT_EQ(Text(kKernel), Kernel("x + 2"));
    Splice();
    EXPECT_EQ(Sources(), first_);
    ExpectRestAt(first_);
}

TEST_F(RestoredUnitsTest, AnEditThatWasNeverAssembledIsForgotten) {
    Generate();
    Splice();
    Put(kPto, Pto("x + 2"));
    Restore({kPto});
    EXPECT_GE(files_.Stat("d/ptoas/u.cpp")->mtime_ns, files_.Stat("d/ptoas/u.pto")->mtime_ns)
        << "PyPTO would assemble it";
    ExpectRestAt(first_);
}

TEST_F(RestoredUnitsTest, WhatWasPendingAtFirstIsPendingAgain) {
    Put(kPto, Pto("x + 3"));
    Generate();
    Splice();
    ASSERT_EQ(Text(kKernel), Kernel("x + 3"));
    Restore({kPto, kRaw, kKernel});
    EXPECT_EQ(Sources(), first_);
    EXPECT_EQ(Text(kKernel), Kernel("x + 1"));
    Splice();
    EXPECT_EQ(assembled_, 1);
    EXPECT_EQ(Text(kKernel), Kernel("x + 3"));
}

TEST_F(RestoredUnitsTest, AHandEditedKernelMakesNoUnitWhole) {
    Generate();
    EditAndSplice();
    Restore({kPto, kRaw});
    Put(kKernel, Kernel("mine"));
    files_.ClearRecords();
    Restore({});
    EXPECT_THAT(files_.writes(), IsEmpty());
}

TEST_F(RestoredUnitsTest, ADirectoryThatCannotBeReadIsLeftToTheNextBuild) {
    Generate();
    EditAndSplice();
    PutBack({kPto, kRaw, kKernel});
    files_.Add("d/kernel_config.py", "KERNELS = [");
    files_.ClearRecords();
    SettleRestoredUnits(files_, "d", LoadBaseline(files_, "d"));
    EXPECT_THAT(files_.writes(), IsEmpty());
}

// A restore that is killed after any of its files, a build in between, and the restore again: the end is the same.
TEST_F(RestoredUnitsTest, ABuildInTheMiddleChangesNothingAboutTheEnd) {
    const std::vector<std::string> order = {kPto, kRaw, kKernel};
    for (const std::string& body : std::vector<std::string>{"x + 1", "mine"}) {
        for (size_t done = 0; done <= order.size(); ++done) {
            SCOPED_TRACE(body + " " + std::to_string(done));
            for (const char* path : {"d/.pto-ninja/baseline/sources.tar", "d/.pto-ninja/state/main/u.json",
                                     "d/.pto-ninja/splice/u.stamp"}) {
                files_.Remove(path);
            }
            Put(kPto, Pto("x + 1"));
            Put(kRaw, Raw(Pto("x + 1")));
            Put(kKernel, Kernel(body));
            Generate();
            EditAndSplice();
            PutBack({order.begin(), order.begin() + static_cast<long>(done)});
            Splice();
            Restore(order);
            ExpectRestAt(first_);
        }
    }
}

}  // namespace
}  // namespace pto::gen
