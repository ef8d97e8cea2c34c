#include "runtime/simpler/stderr_capture.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_system.h"
#include "base/printer.h"
#include "tests/support/temp_space.h"

namespace pto::run {
namespace {

using testing::ElementsAre;

// What is written to stderr while `body` runs.
template <typename Body>
std::string StderrOf(const Body& body) {
    const test::TempSpace space;
    const int before = dup(STDERR_FILENO);
    const int file = open(space.Path("stderr").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    dup2(file, STDERR_FILENO);
    body();
    dup2(before, STDERR_FILENO);
    close(before);
    close(file);
    return RealFileSystem().Read(space.Path("stderr"));
}

void Write(std::string_view text) {
    WriteText(STDERR_FILENO, text);
}

TEST(StderrCaptureTest, ShowsWholeLinesAndLetsTheOthersPass) {
    std::vector<std::string> seen;
    const std::string shown = StderrOf([&] {
        Write("before\n");
        {
            StderrCapture capture([&](std::string_view line) {
                seen.emplace_back(line);
                return line.starts_with("taken");
            });
            Write("tak");
            Write("en 1\nshown\ntaken 2\n");
            Write("unfinished");
        }
        Write("\nafter\n");
    });
    EXPECT_THAT(seen, ElementsAre("taken 1", "shown", "taken 2", "unfinished"));
    EXPECT_EQ(shown, "before\nshown\nunfinished\nafter\n");
}

TEST(StderrCaptureTest, HoldsManyLines) {
    size_t seen = 0;
    const std::string shown = StderrOf([&] {
        StderrCapture capture([&](std::string_view) { return ++seen > 0; });
        for (int i = 0; i < 20'000; ++i) Write("a line that fills the pipe more than once\n");
        capture.Stop();
        EXPECT_EQ(seen, 20'000U);
        capture.Stop();  // again is nothing
        Write("after\n");
    });
    EXPECT_EQ(shown, "after\n");
}

TEST(StderrCaptureTest, EndsAlthoughAChildKeepsStderrOpen) {
    pid_t child = 0;
    StderrOf([&] {
        StderrCapture capture([](std::string_view) { return true; });
        child = fork();
        if (child == 0) {
            pause();
            _exit(0);
        }
    });
    kill(child, SIGKILL);
    EXPECT_EQ(waitpid(child, nullptr, 0), child);
}

}  // namespace
}  // namespace pto::run
