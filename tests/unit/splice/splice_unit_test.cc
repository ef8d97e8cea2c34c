#include "generator/splice/splice_unit.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/hash.h"
#include "generator/splice/raw_edit.h"
#include "generator/splice/splice.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kPto[] = "d/ptoas/u.pto";
constexpr char kRaw[] = "d/ptoas/u.cpp";
constexpr char kAiv[] = "d/kernels/aiv/f.cpp";
constexpr char kAic[] = "d/kernels/aic/g.cpp";
constexpr char kState[] = "d/.pto-ninja/state/prog/u.json";
constexpr char kStamp[] = "d/.pto-ninja/splice/u.stamp";

// A text of the .pto is a formula; the ptoas of these tests prints it into two functions. "# ..." is a comment.
std::string Formula(const std::string& pto) {
    return pto.substr(0, pto.find('#'));
}

std::string Raw(const std::string& pto) {
    const std::string formula = Formula(pto);
    return "#include \"pto/pto-inst.hpp\"\nAICORE void f(float v1) { " + formula + "; }\nAICORE void g(float v1) { " +
           formula + "; }\nAICORE void helper(int v1) {}\n";
}

std::string Body(const std::string& pto) {
    const std::string formula = Formula(pto);
    return "static __aicore__ void f(float v1) { " + formula + "; }\nstatic __aicore__ void g(float v1) { " + formula +
           "; }\nstatic __aicore__ void helper(int v1) {}\n";
}

std::string Kernel(const std::string& function, const std::string& body, const std::string& head = "// head",
                   const std::string& tail = "// tail") {
    return head + "\n" + std::string(kBodyBegin) + "\n" + body + "\n" + std::string(kBodyEnd) +
           "\nvoid kernel_entry() { " + function + "(x); }\n" + tail + "\n";
}

struct Killed {};

class SpliceUnitTest : public ::testing::Test {
  protected:
    SpliceUnitTest() {
        job_.files = &files_;
        job_.paths = PathsOf("d", "prog", "", "u", ".pto-ninja/splice/u.stamp");
        job_.identity = [this] { return identity_; };
        job_.flags = [this](std::string_view) { return flags_; };
        job_.assemble = [this](const std::vector<std::string>&) {
            ++assembled_;
            const std::string raw = print_as_.empty() ? Raw(files_.Read(kPto)) : print_as_;
            if (while_assembling_) while_assembling_();
            return raw;
        };
        job_.lock = [this] {
            ++locked_;
            return std::shared_ptr<void>();
        };
        job_.print = [this](const std::string& line) { printed_.push_back(line); };
        // As the compiler leaves it: .pto, raw text, kernels.
        files_.Add(kPto, "x + 1");
        files_.Tick();
        files_.Add(kRaw, Raw("x + 1"));
        files_.Tick();
        files_.Add(kAiv, Kernel("f", Body("x + 1")));
        files_.Add(kAic, Kernel("g", Body("x + 1")));
        files_.Tick();
    }

    void Edit(const std::string& path, const std::string& text) {
        files_.Tick();
        files_.Add(path, text);
        files_.Tick();
    }

    UnitResult Run() {
        files_.ClearRecords();
        printed_.clear();
        assembled_ = locked_ = 0;
        files_.Tick();
        return SpliceUnit(job_);
    }

    std::string ErrorOfRun() {
        const MemoryFileSystem before = files_;
        try {
            Run();
        } catch (const Error& error) {
            EXPECT_THAT(files_.writes(), IsEmpty());
            return error.what();
        }
        return "no error";
    }

    std::string Text(const std::string& path) { return static_cast<const MemoryFileSystem&>(files_).Read(path); }

    // One more run does nothing at all.
    void ExpectRest() {
        Run();
        EXPECT_EQ(assembled_, 0);
        EXPECT_THAT(files_.writes(), IsEmpty());
        EXPECT_THAT(printed_, IsEmpty());
    }

    MemoryFileSystem files_;
    UnitJob job_;
    std::string identity_ = "ptoas 1";
    std::vector<std::string> flags_ = {"--flag"};
    std::string print_as_;
    std::function<void()> while_assembling_;
    int assembled_ = 0;
    int locked_ = 0;
    std::vector<std::string> printed_;
};

TEST_F(SpliceUnitTest, FirstRunLeavesSourcesAlone) {
    const std::string edited = Kernel("f", "mine");
    Edit(kAiv, edited);
    EXPECT_EQ(Run().action, UnitAction::kNothing);
    EXPECT_EQ(assembled_, 0);
    EXPECT_THAT(files_.writes(), ElementsAre(kState, kStamp));
    EXPECT_EQ(Text(kAiv), edited);
    EXPECT_EQ(Text(kStamp), kNothingSpliced);
    ExpectRest();
}

TEST_F(SpliceUnitTest, AnEditedPtoReachesAllItsKernels) {
    Run();
    Edit(kPto, "x + 2");
    const UnitResult result = Run();
    EXPECT_EQ(result.action, UnitAction::kSpliced);
    EXPECT_THAT(result.rewritten, ElementsAre("kernels/aiv/f.cpp", "kernels/aic/g.cpp"));
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2")));
    EXPECT_EQ(Text(kAic), Kernel("g", Body("x + 2")));
    EXPECT_EQ(Text(kRaw), Raw("x + 2"));
    EXPECT_THAT(files_.writes(), ElementsAre(kState, kAiv, kAic, kRaw, kState, kStamp));
    EXPECT_THAT(printed_, ElementsAre("ptoas/u.pto: spliced into kernels/aiv/f.cpp, kernels/aic/g.cpp"));
    EXPECT_EQ(assembled_, 1);
    EXPECT_EQ(locked_, 1);
    ExpectRest();
}

TEST_F(SpliceUnitTest, ACommentInThePtoChangesNothingButMakesTheRawTextNewer) {
    Run();
    Edit(kAiv, Kernel("f", "mine"));
    Edit(kPto, "x + 1# comment");
    EXPECT_EQ(Run().action, UnitAction::kAssembled);
    EXPECT_EQ(assembled_, 1);
    EXPECT_THAT(files_.writes(), ElementsAre(kRaw, kState));
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    EXPECT_GT(files_.Stat(kRaw)->mtime_ns, files_.Stat(kPto)->mtime_ns);
    EXPECT_THAT(printed_, ElementsAre("kernels/aiv/f.cpp: hand-edited body kept; ptoas prints for ptoas/u.pto what "
                                      "ptoas/u.cpp held already"));
    printed_.clear();
    Edit(kAiv, Kernel("f", Body("x + 1")));
    Edit(kPto, "x + 1# another comment");
    EXPECT_EQ(Run().action, UnitAction::kAssembled);
    EXPECT_THAT(printed_, ElementsAre("ptoas/u.pto: assembled, no kernel needed another body"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, BothEditedThePtoDecidesTheBodyAndNothingElse) {
    Run();
    Edit(kAiv, Kernel("f", "mine", "// my head\r", "// my tail \t"));
    Edit(kPto, "x * 3");
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x * 3"), "// my head\r", "// my tail \t"));
}

TEST_F(SpliceUnitTest, AKernelThatIsRightIsNotRewritten) {
    Run();
    Edit(kPto, "x + 2");
    Edit(kAic, Kernel("g", Body("x + 2")));
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aiv/f.cpp"));
    EXPECT_THAT(files_.writes(), Not(Contains(kAic)));
}

TEST_F(SpliceUnitTest, AnEditThatDoesNotReachTheBodyKeepsAHandEdit) {
    Run();
    Edit(kAiv, Kernel("f", "mine"));
    Edit(kPto, "x + 1 ");
    print_as_ = "#include <cstdint>\n" + Raw("x + 1");
    EXPECT_EQ(Run().action, UnitAction::kAssembled);
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    EXPECT_EQ(Text(kRaw), print_as_);
    print_as_.clear();
    ExpectRest();
}

TEST_F(SpliceUnitTest, TheStampChangesWithEverySpliceAndOnlyThen) {
    Run();
    std::vector<std::string> stamps = {Text(kStamp)};
    for (const char* pto : {"x + 2", "x + 1", "x + 2", "x + 1"}) {
        Edit(kPto, pto);
        Run();
        EXPECT_THAT(stamps, Not(Contains(Text(kStamp))));
        stamps.push_back(Text(kStamp));
        Edit(kPto, std::string(pto) + "# comment");
        Run();
        EXPECT_EQ(Text(kStamp), stamps.back());
    }
}

TEST_F(SpliceUnitTest, ALostStampIsWrittenAgainAsItWas) {
    Edit(kPto, "x + 2");
    Run();
    const std::string stamp = Text(kStamp);
    files_.Remove(kStamp);
    Edit(kAiv, Kernel("f", "mine"));
    EXPECT_EQ(Run().action, UnitAction::kNothing);
    EXPECT_EQ(Text(kStamp), stamp);
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
}

TEST_F(SpliceUnitTest, ALostStateNeverCostsAHandEdit) {
    Edit(kPto, "x + 2");
    Run();
    Edit(kAiv, Kernel("f", "mine"));
    for (const bool with_stamp : {false, true}) {
        files_.Remove(kState);
        if (with_stamp) files_.Remove(kStamp);
        Run();
        EXPECT_EQ(assembled_, 0);
        EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    }
    files_.Add(kState, "{ broken");
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
}

TEST_F(SpliceUnitTest, AStampOfALostStateIsNotWrittenASecondTime) {
    Edit(kPto, "x + 2");
    Run();
    const std::string stamp = Text(kStamp);
    files_.Remove(kState);
    Edit(kRaw, Raw("x + 1"));
    Edit(kPto, "x + 2");
    Edit(kAiv, Kernel("f", Body("x + 1")));
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2")));
    EXPECT_NE(Text(kStamp), stamp);
}

TEST_F(SpliceUnitTest, TimesThatMeanNothingCostOneRunOfPtoas) {
    files_.Tick();
    files_.Add(kPto, "x + 1");
    Edit(kAiv, Kernel("f", "mine"));
    Run();
    EXPECT_EQ(assembled_, 1);
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AnOlderPtoIsSeenByItsContent) {
    Run();
    const MemoryFileSystem now = files_;
    MemoryFileSystem older;
    older.Add(kPto, "x - 9");
    for (const char* path : {kRaw, kAiv, kAic, kState, kStamp}) {
        older.Tick();
        older.Add(path, now.Read(path));
    }
    files_ = older;
    ASSERT_LT(files_.Stat(kPto)->mtime_ns, files_.Stat(kRaw)->mtime_ns);
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x - 9")));
}

TEST_F(SpliceUnitTest, WithoutPtoasTheUnitStaysPending) {
    Run();
    const std::string stamp = Text(kStamp);
    Edit(kPto, "x + 2");
    job_.unavailable = "ptoas is not on PATH and PTOAS_ROOT is not set";
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(Run().action, UnitAction::kPending);
        EXPECT_THAT(printed_,
                    ElementsAre("ptoas/u.pto: edited but not assembled: ptoas is not on PATH and PTOAS_ROOT is not "
                                "set"));
        EXPECT_EQ(Text(kStamp), stamp);
        EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 1")));
    }
    job_.unavailable.clear();
    EXPECT_EQ(Run().action, UnitAction::kSpliced);
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2")));
}

// Of what was never handled here times alone speak, and an unedited .pto of a copy may be newer.
TEST_F(SpliceUnitTest, WhatIsPendingIsCalledAnEditOnlyWhereThatIsKnown) {
    job_.unavailable = "none";
    Edit(kPto, "x + 2");
    Run();
    EXPECT_THAT(printed_, ElementsAre("ptoas/u.pto: newer than ptoas/u.cpp and not assembled: none"));
    files_.Remove(kState);
    files_.Remove(kRaw);
    Run();
    EXPECT_THAT(printed_, ElementsAre("ptoas/u.pto: never assembled: none"));
}

TEST_F(SpliceUnitTest, ARawTextOfAnotherPtoIsNoEditOfThisOne) {
    Run();
    Edit(kRaw, Raw("x + 2"));
    Edit(kPto, "x + 1");
    job_.unavailable = "none";
    Run();
    EXPECT_THAT(printed_,
                ElementsAre("ptoas/u.cpp: is not what was spliced, and cannot be made again of ptoas/u.pto: none"));
}

TEST_F(SpliceUnitTest, APendingUnitHasItsStampFromTheFirstRun) {
    Edit(kPto, "x + 2");
    job_.unavailable = "none";
    EXPECT_EQ(Run().action, UnitAction::kPending);
    EXPECT_EQ(Text(kStamp), kNothingSpliced);
    job_.unavailable.clear();
    EXPECT_EQ(Run().action, UnitAction::kSpliced);
}

TEST_F(SpliceUnitTest, WithoutPtoasAnUneditedUnitSaysNothing) {
    job_.unavailable = "none";
    Run();
    EXPECT_THAT(printed_, IsEmpty());
    ExpectRest();
}

TEST_F(SpliceUnitTest, AnotherPtoasThatPrintsTheSameChangesNothing) {
    Run();
    Edit(kAiv, Kernel("f", "mine"));
    identity_ = "ptoas 2";
    EXPECT_EQ(Run().action, UnitAction::kAssembled);
    EXPECT_THAT(files_.writes(), ElementsAre(kState));
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    ExpectRest();
    flags_ = {"--other"};
    Run();
    EXPECT_EQ(assembled_, 1);
    EXPECT_THAT(files_.writes(), ElementsAre(kState));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AnotherPtoasThatPrintsAnotherTextSparesHandEdits) {
    Run();
    Edit(kAiv, Kernel("f", "mine"));
    identity_ = "ptoas 2";
    print_as_ = Raw("x + 1.0");
    const UnitResult result = Run();
    EXPECT_THAT(result.rewritten, ElementsAre("kernels/aic/g.cpp"));
    EXPECT_THAT(result.kept, ElementsAre("kernels/aiv/f.cpp"));
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine"));
    EXPECT_EQ(Text(kAic), Kernel("g", Body("x + 1.0")));
    EXPECT_THAT(
        printed_,
        ElementsAre("ptoas/u.pto: spliced into kernels/aic/g.cpp",
                    "kernels/aiv/f.cpp: hand-edited body kept; ptoas or its flags changed, ptoas/u.pto did not"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AFirstRunTakesThePtoasThatIsThere) {
    job_.unavailable = "none";
    Run();
    job_.unavailable.clear();
    Run();
    EXPECT_EQ(assembled_, 0);
    EXPECT_THAT(files_.writes(), ElementsAre(kState));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AFailingPtoasChangesNothing) {
    Run();
    Edit(kPto, "x +");
    job_.assemble = [](const std::vector<std::string>&) -> std::string { ThrowInput("ptoas/u.pto", "bad"); };
    EXPECT_EQ(ErrorOfRun(), "ptoas/u.pto: bad");
    EXPECT_EQ(locked_, 0);
}

TEST_F(SpliceUnitTest, BrokenSentinelsOfOneKernelChangeNothing) {
    Run();
    Edit(kPto, "x + 2");
    std::string broken = Kernel("g", Body("x + 1"));
    broken.replace(broken.find(kBodyEnd), kBodyEnd.size(), "// gone");
    Edit(kAic, broken);
    EXPECT_EQ(ErrorOfRun(),
              "kernels/aic/g.cpp: the line '// --- Kernel entry point ---' is missing, so there is no place for the "
              "body that "
              "ptoas made; restore it, or recompile with ir.compile()");
    Edit(kAic, Kernel("g", "mine"));
    EXPECT_EQ(Run().rewritten.size(), 2u);
}

TEST_F(SpliceUnitTest, AChangedSignatureIsToldBeforeAnythingIsWritten) {
    Run();
    Edit(kPto, "x + 2");
    print_as_ = "AICORE void f(float v1, int v2) {}\nAICORE void g(float v1) {}\n";
    EXPECT_EQ(ErrorOfRun(),
              "kernels/aiv/f.cpp:8:23: the signature changed from f(float) to f(float, int) in ptoas/u.pto, and this "
              "call does "
              "not fit it; recompile with ir.compile(), or make the wrapper fit\n"
              "    void kernel_entry() { f(x); }\n"
              "                          ^");
}

TEST_F(SpliceUnitTest, AFunctionThatWentAwayIsAnError) {
    Run();
    Edit(kPto, "x + 2");
    print_as_ = "AICORE void f(float v1) {}\nAICORE void renamed(float v1) {}\n";
    EXPECT_EQ(
        ErrorOfRun(),
        "ptoas/u.pto: no longer defines 'g', but kernels/aic/g.cpp is its kernel; give the function its name back, or "
        "recompile with ir.compile()");
    files_.Add("d/ptoas/v.pto", "func.func @g(%arg0: f32)");
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aiv/f.cpp"));
}

TEST_F(SpliceUnitTest, OneFunctionWithKernelsOnBothCoresFeedsBoth) {
    files_.Add("d/kernels/aic/f.cpp", Kernel("f", Body("x + 1")));
    Run();
    Edit(kPto, "x + 2");
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aic/f.cpp", "kernels/aiv/f.cpp", "kernels/aic/g.cpp"));
}

TEST_F(SpliceUnitTest, AnEditWhilePtoasRunsIsAssembledToo) {
    Run();
    Edit(kPto, "x + 2");
    while_assembling_ = [this] {
        if (assembled_ == 1) Edit(kPto, "x + 3");
    };
    Run();
    EXPECT_EQ(assembled_, 2);
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 3")));
    ExpectRest();
}

TEST_F(SpliceUnitTest, GivesUpOnFilesThatNeverRest) {
    Run();
    Edit(kPto, "x + 2");
    while_assembling_ = [this] { Edit(kPto, "x + " + std::to_string(assembled_ + 10)); };
    EXPECT_EQ(ErrorOfRun(),
              "ptoas/u.pto: changed again and again while it was being assembled; no file was changed; run again when "
              "nothing "
              "else writes to the directory");
    EXPECT_EQ(assembled_, 5);
}

TEST_F(SpliceUnitTest, AnotherBuildThatWasFasterIsNotRepeated) {
    Run();
    Edit(kPto, "x + 2");
    while_assembling_ = [this] {
        while_assembling_ = nullptr;
        SpliceUnit(job_);
    };
    EXPECT_EQ(Run().action, UnitAction::kNothing);
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2")));
}

// PyPTO's replay in turn: it writes the raw text first, then the kernels.
TEST_F(SpliceUnitTest, WhatPyPtoSplicedIsTakenWithLaterHandEdits) {
    Run();
    Edit(kPto, "x + 2");
    Edit(kRaw, Raw("x + 2"));
    Edit(kAiv, Kernel("f", "mine, on top of x + 2"));
    Edit(kAic, Kernel("g", Body("x + 2")));
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", "mine, on top of x + 2"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, WhatPyPtoFailedToSpliceIsSpliced) {
    Run();
    Edit(kPto, "x + 2");
    Edit(kRaw, Raw("x + 2"));
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aiv/f.cpp", "kernels/aic/g.cpp"));
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2")));
}

TEST_F(SpliceUnitTest, APtoSetBackAfterPyPtoRanIsNotStale) {
    Run();
    Edit(kPto, "x + 2");
    Edit(kRaw, Raw("x + 2"));
    Edit(kAiv, Kernel("f", Body("x + 2")));
    Edit(kAic, Kernel("g", Body("x + 2")));
    Edit(kPto, "x + 1");
    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 1")));
    EXPECT_EQ(Text(kAic), Kernel("g", Body("x + 1")));
    ExpectRest();
}

TEST_F(SpliceUnitTest, ARawTextThatWasEditedStaysAnEdit) {
    Run();
    const auto reaches_nothing = [this] {
        return RawReachesNothing(files_, job_.paths, *LoadUnitState(files_, job_.paths), ContentHash(Text(kRaw)));
    };
    EXPECT_FALSE(reaches_nothing());
    Edit(kRaw, Raw("x + 1.0"));
    EXPECT_TRUE(reaches_nothing());
    EXPECT_EQ(Run().action, UnitAction::kNothing);
    EXPECT_EQ(assembled_, 0);
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 1")));
    EXPECT_TRUE(reaches_nothing()) << "each time while it is so";
    EXPECT_EQ(RawReachesNothingText(job_.paths),
              "ptoas/u.cpp: edited, and no kernel is made from it: edit ptoas/u.pto, or the kernel itself");
    ExpectRest();
    Edit(kRaw, Raw("x + 1"));
    EXPECT_FALSE(reaches_nothing()) << "taken back";
}

// As PyPTO does: there is nothing to say.
TEST_F(SpliceUnitTest, ARawTextThatCameWithItsKernelsIsNoEditInVain) {
    Run();
    Edit(kRaw, Raw("x + 1.0"));
    Edit(kAiv, Kernel("f", Body("x + 1.0")));
    Edit(kAic, Kernel("g", Body("x + 1.0")));
    EXPECT_EQ(Run().action, UnitAction::kAdopted);
    EXPECT_THAT(printed_, IsEmpty());
}

// git: another branch has another .pto, raw text and kernels; all get the time of the checkout.
TEST_F(SpliceUnitTest, SwitchingBranchesKeepsTheKernelsOfEach) {
    Run();
    const auto check_out = [this](const std::string& pto, const std::string& aiv) {
        files_.Tick();
        files_.Add(kRaw, Raw(pto)).Add(kAiv, Kernel("f", aiv)).Add(kAic, Kernel("g", Body(pto)));
        files_.Tick();
        files_.Add(kPto, pto);
    };
    for (int round = 0; round < 2; ++round) {
        check_out("x + 5", "mine, on the branch");
        Run();
        EXPECT_EQ(Text(kAiv), Kernel("f", "mine, on the branch"));
        check_out("x + 1", "mine, on main");
        Run();
        EXPECT_EQ(Text(kAiv), Kernel("f", "mine, on main"));
        ExpectRest();
    }
}

TEST_F(SpliceUnitTest, ALostRawTextRunsNothingForAnUneditedPto) {
    Run();
    files_.Remove(kRaw);
    ExpectRest();
    Edit(kPto, "x + 2");
    EXPECT_EQ(Run().action, UnitAction::kSpliced);
    EXPECT_EQ(Text(kRaw), Raw("x + 2"));
}

TEST_F(SpliceUnitTest, AMissingPtoIsAnError) {
    files_.Remove(kPto);
    EXPECT_EQ(ErrorOfRun(), "d/ptoas/u.pto: cannot be read: No such file or directory");
}

// Stops before and after every rename, then edits nothing, a body or a header before the next run.
class SpliceUnitKilled : public SpliceUnitTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(SpliceUnitKilled, TheNextRunEndsRight) {
    Run();
    const std::string stamp = Text(kStamp);
    Edit(kAiv, Kernel("f", "mine", "// my head"));
    Edit(kPto, "x + 2");
    job_.on_step = [](std::string_view step) {
        if (step == GetParam()) throw Killed();
    };
    EXPECT_THROW(Run(), Killed);
    job_.on_step = nullptr;
    const MemoryFileSystem killed = files_;

    Run();
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2"), "// my head"));
    EXPECT_EQ(Text(kAic), Kernel("g", Body("x + 2")));
    EXPECT_EQ(Text(kRaw), Raw("x + 2"));
    EXPECT_NE(Text(kStamp), stamp);
    ExpectRest();

    // The header is edited between the two runs.
    files_ = killed;
    const std::string aic = killed.Read(kAic);
    Edit(kAic, "// new line\n" + aic);
    Run();
    EXPECT_EQ(Text(kAic), "// new line\n" + Kernel("g", Body("x + 2")));
    ExpectRest();

    // The body is edited between the two runs: while the edit of the .pto is under way that one wins, later it does
    // not.
    files_ = killed;
    Edit(kAic, Kernel("g", "mine again"));
    const bool raw_is_new = killed.Read(kRaw) == Raw("x + 2");
    Run();
    EXPECT_EQ(Text(kAic), Kernel("g", raw_is_new ? "mine again" : Body("x + 2")));
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2"), "// my head"));
    ExpectRest();
}

// The .pto is taken back before the next run, by an editor or with the time it had: none of its bodies may stay, not
// even in the kernels that were written before the raw text.
TEST_P(SpliceUnitKilled, APtoThatIsTakenBackLeavesNothing) {
    for (const bool old_time : {false, true}) {
        SCOPED_TRACE(old_time);
        Edit(kPto, "x + 1");
        Run();
        Edit(kAiv, Kernel("f", Body("x + 1"), "// my head"));
        Edit(kAic, Kernel("g", Body("x + 1")));
        Run();
        Edit(kPto, "x + 2");
        job_.on_step = [](std::string_view step) {
            if (step == GetParam()) throw Killed();
        };
        EXPECT_THROW(Run(), Killed);
        job_.on_step = nullptr;
        Edit(kPto, "x + 1");
        if (old_time) Edit(kRaw, Text(kRaw));
        Run();
        EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 1"), "// my head"));
        EXPECT_EQ(Text(kAic), Kernel("g", Body("x + 1")));
        EXPECT_EQ(Text(kRaw), Raw("x + 1"));
        ExpectRest();
    }
}

INSTANTIATE_TEST_SUITE_P(AtEachStep, SpliceUnitKilled,
                         ::testing::Values("assembled", "planned", "before-intent", "after-intent", "before-kernel-1",
                                           "after-kernel-1", "before-kernel-2", "after-kernel-2", "before-raw",
                                           "after-raw", "before-state", "after-state", "before-stamp", "after-stamp"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             for (char& c : name) c = c == '-' ? '_' : c;
                             return name;
                         });

// An editor, or git, replaces a file by taking it away first.
TEST_F(SpliceUnitTest, AKernelThatIsAwayIsNotTakenForDone) {
    job_.listed = [] { return std::vector<std::string>{"kernels/aiv/f.cpp", "kernels/aic/g.cpp"}; };
    Run();
    const std::string kernel = Text(kAic);
    Edit(kPto, "x + 2");
    job_.on_step = [this](std::string_view step) {
        if (step == "assembled") files_.Remove(kAic);
    };
    EXPECT_THROW(Run(), Error);
    EXPECT_THAT(files_.writes(), IsEmpty());
    job_.on_step = nullptr;
    EXPECT_EQ(
        ErrorOfRun(),
        "kernels/aic/g.cpp: is not there, and ptoas/u.pto has a body for it; no file was changed; put it back and "
        "build again, or recompile with ir.compile()");
    files_.Add(kAic, kernel);
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aiv/f.cpp", "kernels/aic/g.cpp"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AKernelThatIsAwayIsMissedWithoutAStateToo) {
    job_.listed = [] { return std::vector<std::string>{"kernels/aiv/f.cpp", "kernels/aic/g.cpp"}; };
    const std::string kernel = Text(kAiv);
    Edit(kPto, "x + 2");
    files_.Remove(kAiv);
    EXPECT_EQ(
        ErrorOfRun(),
        "kernels/aiv/f.cpp: is not there, and ptoas/u.pto has a body for it; no file was changed; put it back and "
        "build again, or recompile with ir.compile()");
    files_.Add(kAiv, kernel);
    EXPECT_EQ(Run().rewritten.size(), 2u);
}

// Of a function with a kernel on each core, one that S knows.
TEST_F(SpliceUnitTest, OneOfTwoKernelsThatIsAwayIsMissed) {
    const std::string other = "d/kernels/aic/f.cpp";
    job_.listed = [] {
        return std::vector<std::string>{"kernels/aic/f.cpp", "kernels/aiv/f.cpp", "kernels/aic/g.cpp"};
    };
    files_.Add(other, Kernel("f", Body("x + 1")));
    Run();
    Edit(kPto, "x + 2");
    files_.Remove(kAiv);
    EXPECT_THAT(ErrorOfRun(), ::testing::HasSubstr("kernels/aiv/f.cpp: is not there"));
    files_.Add(kAiv, "no sentinels: hand-written now");
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aic/f.cpp", "kernels/aic/g.cpp"));
}

TEST_F(SpliceUnitTest, AKernelThatTheProgramNoLongerHasIsNotMissed) {
    Run();
    job_.listed = [] { return std::vector<std::string>{"kernels/aiv/f.cpp"}; };
    files_.Remove(kAic);
    Edit(kPto, "x + 2");
    EXPECT_THAT(Run().rewritten, ElementsAre("kernels/aiv/f.cpp"));
    ExpectRest();
}

TEST_F(SpliceUnitTest, AKernelThatVanishedWithItsFunctionIsMissed) {
    job_.listed = [] { return std::vector<std::string>{"kernels/aiv/f.cpp", "kernels/aic/g.cpp"}; };
    Run();
    Edit(kPto, "x + 2");
    print_as_ = "AICORE void f(float v1) {}\n";
    files_.Remove(kAic);
    EXPECT_THAT(ErrorOfRun(), ::testing::HasSubstr("kernels/aic/g.cpp: is not there"));
}

// An editor takes no lock.
TEST_F(SpliceUnitTest, WhatIsSavedWhileTheSpliceIsPlannedIsNotLost) {
    Run();
    Edit(kPto, "x + 2");
    job_.on_step = [this](std::string_view step) {
        if (step == "planned" && assembled_ == 1) Edit(kAiv, Kernel("f", Body("x + 1"), "// saved just now"));
    };
    EXPECT_EQ(Run().action, UnitAction::kSpliced);
    EXPECT_EQ(Text(kAiv), Kernel("f", Body("x + 2"), "// saved just now"));
    job_.on_step = nullptr;
    ExpectRest();
}

// What is not there is made again; what cannot be read now still holds what was handled.
TEST_F(SpliceUnitTest, AStateOrAKernelThatCannotBeReadIsNoAbsentOne) {
    for (const char* path : {kState, kAiv, kRaw, kPto}) {
        for (const bool stat : {false, true}) {
            SCOPED_TRACE(std::string(path) + (stat ? ", stat" : ", read"));
            const MemoryFileSystem before = files_;
            Run();
            Edit(kPto, "x + 2");
            const MemoryFileSystem edited = files_;
            stat ? files_.MakeInvisible(path) : files_.MakeUnreadable(path);
            EXPECT_EQ(ErrorOfRun(), std::string(path) + (stat ? ": cannot be looked at" : ": cannot be read") +
                                        ": Permission denied");
            files_ = edited;
            EXPECT_EQ(Run().rewritten.size(), 2u);
            files_ = before;
        }
    }
}

// Every combination of what can have happened to a unit whose .pto was "x + 1", then "x + 2", both handled; the other
// raw text is that of "x + 1".
struct History {
    const char* name;
    bool pto_is_new;  // "x + 3"
    enum { kSame, kOtherOlder, kOtherNewer } raw;
    const char* body;     // of one kernel; the other one has that of "x + 2"
    const char* known;    // what it has afterwards
    const char* unknown;  // ... if the state is lost
};

constexpr History kHistories[] = {
    {"NothingHappened", false, History::kSame, "x + 2", "x + 2", "x + 2"},
    {"BodyEdited", false, History::kSame, "mine", "mine", "mine"},
    {"BodySetBack", false, History::kSame, "x + 1", "x + 1", "x + 1"},
    // Without a state a .pto that is newer than the raw text counts as edited, and then decides the body.
    {"RawSetBack", false, History::kOtherOlder, "x + 2", "x + 2", "x + 2"},
    {"RawSetBackBodyEdited", false, History::kOtherOlder, "mine", "mine", "x + 2"},
    {"RawAndBodySetBack", false, History::kOtherOlder, "x + 1", "x + 2", "x + 2"},
    {"RawReplaced", false, History::kOtherNewer, "x + 2", "x + 2", "x + 2"},
    {"RawReplacedBodyEdited", false, History::kOtherNewer, "mine", "mine", "mine"},
    {"RawAndBodyReplaced", false, History::kOtherNewer, "x + 1", "x + 1", "x + 1"},
    {"PtoEdited", true, History::kSame, "x + 2", "x + 3", "x + 3"},
    {"PtoAndBodyEdited", true, History::kSame, "mine", "x + 3", "x + 3"},
    {"PtoEditedBodySetBack", true, History::kSame, "x + 1", "x + 3", "x + 3"},
    {"PtoEditedRawSetBack", true, History::kOtherOlder, "x + 2", "x + 3", "x + 3"},
    {"PtoAndBodyEditedRawSetBack", true, History::kOtherOlder, "mine", "x + 3", "x + 3"},
    {"PtoEditedRawAndBodySetBack", true, History::kOtherOlder, "x + 1", "x + 3", "x + 3"},
    // ... and one that is older counts as handled.
    {"PtoEditedRawReplaced", true, History::kOtherNewer, "x + 2", "x + 3", "x + 2"},
    {"PtoAndBodyEditedRawReplaced", true, History::kOtherNewer, "mine", "x + 3", "mine"},
    {"PtoEditedRawAndBodyReplaced", true, History::kOtherNewer, "x + 1", "x + 3", "x + 1"},
};

class SpliceUnitHistory : public SpliceUnitTest, public ::testing::WithParamInterface<History> {
  protected:
    static std::string BodyOf(const std::string& formula) { return formula == "mine" ? formula : Body(formula); }

    void Live() {
        const History& history = GetParam();
        Run();
        const MemoryFileSystem first = files_;
        Edit(kPto, "x + 2");
        Run();
        // Older than the .pto, as `cp -p` of an earlier copy leaves it, or newer than all.
        if (history.raw == History::kOtherOlder) {
            const MemoryFileSystem handled = files_;
            files_ = first;
            files_.Add(kRaw, Raw("x + 1"));
            for (const char* path : {kPto, kAiv, kAic, kState, kStamp}) {
                files_.Tick();
                files_.Add(path, handled.Read(path));
            }
        }
        files_.Tick();
        files_.Add(kAiv, Kernel("f", BodyOf(history.body)));
        if (history.pto_is_new) Edit(kPto, "x + 3");
        if (history.raw == History::kOtherNewer) Edit(kRaw, Raw("x + 1"));
    }

    void ExpectBodies(const char* edited) {
        const bool adopted = !GetParam().pto_is_new || edited != std::string(GetParam().known);
        EXPECT_EQ(Text(kAiv), Kernel("f", BodyOf(edited)));
        EXPECT_EQ(Text(kAic), Kernel("g", Body(adopted ? "x + 2" : "x + 3")));
        ExpectRest();
    }
};

TEST_P(SpliceUnitHistory, KeepsWhatIsTheUsersAndBringsInThePto) {
    Live();
    Run();
    ExpectBodies(GetParam().known);
}

TEST_P(SpliceUnitHistory, IsTheSameForAnotherPtoasThatPrintsTheSame) {
    Live();
    identity_ = "ptoas 2";
    Run();
    ExpectBodies(GetParam().raw == History::kOtherNewer && GetParam().body == std::string("x + 1") &&
                         !GetParam().pto_is_new
                     ? "x + 2"  // made from the raw text that is there, by another ptoas than the one in use
                     : GetParam().known);
}

TEST_P(SpliceUnitHistory, GoesByTimesWhenTheStateIsLost) {
    Live();
    files_.Remove(kState);
    Run();
    ExpectBodies(GetParam().unknown);
}

INSTANTIATE_TEST_SUITE_P(All, SpliceUnitHistory, ::testing::ValuesIn(kHistories),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(SpliceUnitTest, AKeptHandEditIsNamedWhenTheRawTextWasSetBack) {
    Run();
    const MemoryFileSystem first = files_;
    Edit(kPto, "x + 2");
    Run();
    const MemoryFileSystem handled = files_;
    files_ = first;
    files_.Add(kRaw, Raw("x + 1"));
    for (const char* path : {kPto, kState, kStamp}) {
        files_.Tick();
        files_.Add(path, handled.Read(path));
    }
    Edit(kAiv, Kernel("f", "mine"));
    Run();
    EXPECT_THAT(printed_,
                ElementsAre("ptoas/u.pto: spliced into kernels/aic/g.cpp",
                            "kernels/aiv/f.cpp: hand-edited body kept; ptoas/u.cpp changed, ptoas/u.pto did not"));
    EXPECT_EQ(Text(kRaw), Raw("x + 2"));
    ExpectRest();
}

}  // namespace
}  // namespace pto::gen
