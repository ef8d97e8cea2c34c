#include "generator/steps/read_window.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "base/wall_clock.h"
#include "generator/steps/settled_run.h"
#include "tests/support/error_of.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

class ReadWindowTest : public testing::Test {
  protected:
    ReadWindowTest() : inside_(space_.Root()) { space_.Write("a", "text"); }

    const test::TempSpace space_;
    const test::WorkingDirectory inside_;
    RealFileSystem files_;
};

TEST_F(ReadWindowTest, WatchedFileIsTheSameOrNot) {
    const auto unchanged = [this](const std::function<void()>& meanwhile) {
        ReadWindow window(files_);
        window.Watch("a");
        window.Watch("none");
        window.Open();
        meanwhile();
        return window.Unchanged("a") && window.Unchanged("none");
    };
    EXPECT_TRUE(unchanged([] {}));
    EXPECT_TRUE(unchanged([this] { space_.Read("a"); }));
    const int64_t time = space_.Time("a");
    EXPECT_FALSE(unchanged([&] {
        space_.Write("a", "TEXT");
        space_.Write("a", "text");
        space_.SetTime("a", time);
    })) << "size, time and content are as before";
    EXPECT_FALSE(unchanged([&] {
        std::filesystem::rename("a", "b");
        space_.Write("a", "other");
        std::filesystem::rename("b", "a");
    })) << "renamed away and back";
    EXPECT_FALSE(unchanged([this] { space_.Remove("a"); }));
    EXPECT_FALSE(unchanged([this] { space_.Write("none", ""); }));
}

TEST_F(ReadWindowTest, OtherFilesHaveToBeOlder) {
    ReadWindow window(files_);
    window.Watch("a");
    window.Open();
    EXPECT_GT(WallClockNs(), files_.Stat("a")->ctime_ns + 10'000'000) << "the tick was waited out";
    space_.Write("b", "");
    EXPECT_FALSE(window.Unchanged("b"));
    EXPECT_FALSE(window.Unchanged("none"));
    EXPECT_TRUE(window.Unchanged("/")) << "changed long ago";
}

class SettledRun : public ReadWindowTest {
  protected:
    SettledRun() {
        space_.Write("r", "read");
        space_.Write("s", "source");
    }

    // The run number, where `change(number)` happens meanwhile.
    int Run(const std::function<void(int)>& change) {
        int number = 0;
        return RunSettled<int>(
            files_, "s",
            [&] {
                change(++number);
                return number;
            },
            [](int) {
                return std::vector<std::string>{"r", "never there"};
            });
    }
};

TEST_F(SettledRun, RunsAgainUntilNothingChanged) {
    EXPECT_EQ(Run([](int) {}), 1);
    const auto there_and_back = [this](const std::string& name, const std::string& text) {
        space_.Write(name, "for a moment");
        space_.Write(name, text);
    };
    EXPECT_EQ(Run([&](int number) {
                  if (number == 1) there_and_back("s", "source");
              }),
              2);
    EXPECT_EQ(Run([&](int number) {
                  if (number == 1) there_and_back("r", "read");
              }),
              2);
    EXPECT_EQ(test::ErrorOf([&] { Run([&](int) { there_and_back("s", "source"); }); }),
              "s: it kept changing while it was run; run ninja again");
}

// Python may write what it reads: then every run of it looks the same.
TEST_F(SettledRun, WhatIsReadMayBeWrittenByTheRunItself) {
    EXPECT_EQ(Run([this](int) { space_.Write("r", "the same"); }), 2);
    EXPECT_EQ(Run([this](int number) { space_.Write("r", std::to_string(number)); }), kSettledRuns);
}

}  // namespace
}  // namespace pto::gen
