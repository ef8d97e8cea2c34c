// Files that change in ways their times do not show, on the installed ninja: never a stale result. The name of each
// case says what was done and what that costs.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>

#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void SetTime(const std::string& path, timespec time) {
    const timespec times[2] = {time, time};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

timespec TimeOf(const std::string& path) {
    struct stat info {};
    EXPECT_EQ(stat(path.c_str(), &info), 0);
    return info.st_mtim;
}

// Writes a new content by rename, as editors and git do, with the time given.
void Replace(const std::string& path, const std::string& text, timespec time) {
    WriteFile(path + ".new", text);
    SetTime(path + ".new", time);
    std::filesystem::rename(path + ".new", path);
}

void ReplaceInPlace(const std::string& path, const std::string& text, timespec time) {
    WriteFile(path, text);
    SetTime(path, time);
}

timespec Future() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return {now.tv_sec + 1000, 0};
}

struct Case {
    const char* name;
    void (*replace)(const std::string&, const std::string&, timespec);
    std::function<timespec(const std::string& path)> time;
    bool idle_afterwards;
};

const Case kCases[] = {
    {"older_file_one_compile", Replace,
     [](const std::string&) {
         return timespec{1'500'000'000, 0};
     },
     true},
    {"older_file_in_place_one_compile", ReplaceInPlace,
     [](const std::string&) {
         return timespec{1'500'000'000, 0};
     },
     true},
    {"same_size_same_time_one_compile", Replace, TimeOf, true},
    {"same_size_same_time_in_place_one_compile", ReplaceInPlace, TimeOf, true},
    // Ninja takes an input from the future for newer than anything made of it.
    {"time_in_the_future_one_compile_each_build", Replace, [](const std::string&) { return Future(); }, false},
};

class StalenessTest : public testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("scale_shift");
        header_ = directory_ + "/kernels/aiv/factor.h";
        source_ = directory_ + "/kernels/aiv/scale_shift.cpp";
        WriteFile(header_, "#define FACTOR 2.0f\n");
        EditFile(source_, "using namespace pto;", "#include \"factor.h\"\nusing namespace pto;");
        EditFile(source_, "TMULS(tile, tile, 2.0f);", "TMULS(tile, tile, FACTOR); // 1");
        ASSERT_EQ(work_.Replay(directory_).exit_code, 0);
    }
    // `text` must make the result wrong.
    void ExpectNoticed(const std::string& path, const std::string& text) {
        const Case& tested = GetParam();
        const std::string before = ReadFile(path);
        tested.replace(path, text, tested.time(path));
        EXPECT_THAT(work_.Ninja(directory_, {"replay"}).out, HasSubstr("FAIL y"));
        EXPECT_THAT(work_.Compiled(directory_), ElementsAre("scale_shift"));
        work_.Ninja(directory_, {"replay"});
        if (tested.idle_afterwards) {
            EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
        }
        tested.replace(path, before, tested.time(path));
        const Outcome undone = work_.Ninja(directory_, {"replay"});
        EXPECT_EQ(undone.exit_code, 0) << undone.All();
    }

    Workspace work_;
    std::string directory_;
    std::string header_;
    std::string source_;
};

TEST_P(StalenessTest, OfAHeader) {
    ExpectNoticed(header_, "#define FACTOR 3.0f\n");
}

TEST_P(StalenessTest, OfASource) {
    std::string text = ReadFile(source_);
    text.replace(text.find("FACTOR); // 1"), 13, "FACTOR+1);//1");
    ExpectNoticed(source_, text);
}

INSTANTIATE_TEST_SUITE_P(Replaced, StalenessTest, testing::ValuesIn(kCases),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Ninja would log the future time of what an edge has read, and take later edits for older than that.
TEST(FutureTest, EditsAfterATimeInTheFutureAreNoticed) {
    Workspace work;
    PTO_NEEDS(MissingPython());
    const std::string directory = work.CopyExample("neighbour_sum");
    ASSERT_EQ(work.Replay(directory).exit_code, 0);
    const std::string plan = directory + "/orchestration/host_orch.py";
    SetTime(plan, Future());
    ASSERT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
    WriteFile(plan, ReadFile(plan) + "\nraise ValueError('edited')\n");
    EXPECT_THAT(work.Ninja(directory, {"replay"}).All(), HasSubstr("raised ValueError: edited"));
}

// A compiler that edits what it compiles, after it has read it, as a quick user does.
class OvertakenTest : public testing::TestWithParam<const char*> {};

TEST_P(OvertakenTest, EditedWhileItsCompileRunsIsCompiledAgain) {
    Workspace work;
    const std::string directory = work.CopyExample("scale_shift");
    WriteFile(directory + "/kernels/aiv/factor.h", "#define FACTOR 2.0f\n");
    const std::string source = directory + "/kernels/aiv/scale_shift.cpp";
    EditFile(source, "using namespace pto;", "#include \"factor.h\"\nusing namespace pto;");
    EditFile(source, "TMULS(tile, tile, 2.0f);", "TMULS(tile, tile, FACTOR);");
    work.space().WriteProgram("late/g++",
                              "#!/bin/sh\ng++ \"$@\" || exit\ncase \"$*\" in *-c++23*|*kernels*) ;; *) exit 0;; esac\n"
                              "[ -e '" +
                                  work.Path("armed") + "' ] || exit 0\nrm '" + work.Path("armed") + "'\n" + GetParam() +
                                  "\n");
    ASSERT_EQ(work.Generate(directory, {"--cxx", work.Path("late/g++")}).exit_code, 0);
    ASSERT_EQ(work.Ninja(directory, {"replay"}).exit_code, 0);
    WriteFile(work.Path("armed"), "");
    EditFile(source, "FACTOR);", "FACTOR); ");
    EXPECT_THAT(work.Ninja(directory, {"replay"}).out, HasSubstr("FAIL y"));
    EXPECT_FALSE(std::filesystem::exists(work.Path("armed")));
    work.Ninja(directory, {"replay"});
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, OvertakenTest,
                         testing::Values("sed -i 's/FACTOR); /3.0f);   /' kernels/aiv/scale_shift.cpp",
                                         "echo '#define FACTOR 3.0f' > kernels/aiv/factor.h"),
                         [](const auto& tested) { return tested.index == 0 ? "source" : "header"; });

}  // namespace
}  // namespace pto::test
