#include "base/file_lock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "tests/support/seconds_since.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using test::SecondsSince;

using Clock = std::chrono::steady_clock;

// Another process that takes a lock and keeps it until it is killed.
class Holder {
  public:
    explicit Holder(const std::string& path) {
        int ready[2];
        if (pipe(ready) != 0) throw std::runtime_error("pipe");
        pid_ = fork();
        if (pid_ == 0) {
            const int descriptor = open(path.c_str(), O_RDWR | O_CREAT, 0666);
            if (flock(descriptor, LOCK_EX) == 0) [[maybe_unused]]
                const ssize_t written = write(ready[1], "x", 1);
            for (;;) pause();
        }
        char answer = 0;
        if (read(ready[0], &answer, 1) != 1) throw std::runtime_error("the holder got no lock");
        close(ready[0]);
        close(ready[1]);
        std::getline(std::ifstream("/proc/self/comm"), name_);
    }
    ~Holder() { Kill(); }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    void Kill() {
        if (pid_ > 0) kill(pid_, SIGKILL);
        if (pid_ > 0) waitpid(pid_, nullptr, 0);
        pid_ = 0;
    }
    std::string Name() const { return "process " + std::to_string(pid_) + " (" + name_ + ")"; }

  private:
    pid_t pid_ = 0;
    std::string name_;
};

TEST(FileLock, FreeLockIsTakenWithoutWaiting) {
    const test::TempSpace space;
    const std::string path = BinaryContextLock(space.Root());
    EXPECT_EQ(path, space.Path("cache/.binary_context.lock"));
    int waits = 0;
    for (int i = 0; i < 3; ++i) {
        const FileLock lock(path, 0, [&](const std::string&) { ++waits; });
        EXPECT_TRUE(space.Exists("cache/.binary_context.lock"));
    }
    EXPECT_EQ(waits, 0);
    EXPECT_TRUE(space.Exists("cache/.binary_context.lock")) << "removing it would split the waiting from the holding";
}

TEST(FileLock, GivesUpNamingTheHolder) {
    const test::TempSpace space;
    const std::string path = space.Path("lock");
    const Holder holder(path);
    std::vector<std::string> waits;
    const Clock::time_point start = Clock::now();
    try {
        const FileLock lock(path, 0.3, [&](const std::string& name) { waits.push_back(name); });
        FAIL() << "the lock was held";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
        EXPECT_EQ(std::string(error.what()),
                  path + ": still held by " + holder.Name() + "; wait for it to end, or stop it, and run again");
    }
    EXPECT_GE(SecondsSince(start), 0.3);
    EXPECT_LT(SecondsSince(start), 30.0);
    EXPECT_EQ(waits, std::vector<std::string>{holder.Name()});
}

TEST(FileLock, ZeroSecondsTryOnce) {
    const test::TempSpace space;
    const Holder holder(space.Path("lock"));
    EXPECT_THROW(FileLock(space.Path("lock"), 0, nullptr), Error);
}

TEST(FileLock, IsFreeWhenItsHolderDies) {
    const test::TempSpace space;
    Holder holder(space.Path("lock"));
    int waits = 0;
    const Clock::time_point start = Clock::now();
    std::thread killer([&] {
        usleep(200'000);
        holder.Kill();
    });
    {
        const FileLock lock(space.Path("lock"), 30, [&](const std::string&) { ++waits; });
        EXPECT_GE(SecondsSince(start), 0.15);
        EXPECT_LT(SecondsSince(start), 30.0);
    }
    killer.join();
    EXPECT_EQ(waits, 1);
}

// Whoever let go between our attempt and our look at it is not worth a line.
TEST(FileLock, HolderThatHasLetGoIsNotAnnounced) {
    const test::TempSpace space;
    const std::string path = space.Path("lock");
    const pid_t busy = fork();
    if (busy == 0) {
        const int descriptor = open(path.c_str(), O_RDWR | O_CREAT, 0666);
        for (;;) {
            flock(descriptor, LOCK_EX);
            flock(descriptor, LOCK_UN);
            usleep(100);
        }
    }
    size_t unnamed = 0;
    for (int i = 0; i < 5000; ++i) {
        const FileLock lock(path, 30, [&](const std::string& name) { unnamed += name == "another process"; });
    }
    kill(busy, SIGKILL);
    waitpid(busy, nullptr, 0);
    EXPECT_EQ(unnamed, 0u);
}

TEST(FileLock, SecondOfOneProcessWaitsForTheFirst) {
    const test::TempSpace space;
    auto first = std::make_unique<FileLock>(space.Path("lock"), 0, nullptr);
    std::thread owner([&] {
        usleep(150'000);
        first.reset();
    });
    std::string holder;
    const FileLock second(space.Path("lock"), 30, [&](const std::string& name) { holder = name; });
    owner.join();
    EXPECT_EQ(holder.rfind("process " + std::to_string(getpid()) + " (", 0), 0u) << holder;
}

// A program that we start must not keep the lock alive after us.
TEST(FileLock, IsNotInheritedByPrograms) {
    const test::TempSpace space;
    pid_t child = 0;
    {
        const FileLock lock(space.Path("lock"), 0, nullptr);
        child = fork();
        if (child == 0) {
            execl("/bin/sleep", "sleep", "60", nullptr);
            _exit(127);
        }
        usleep(100'000);
    }
    EXPECT_NO_THROW(FileLock(space.Path("lock"), 25, nullptr));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

TEST(FileLock, PathThatCannotBeALock) {
    const test::TempSpace space;
    space.MakeDirectory("directory");
    try {
        const FileLock lock(space.Path("directory"), 0, nullptr);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()),
                  space.Path("directory") + ": is a directory, expected PyPTO's lock; move it away");
    }
}

}  // namespace
}  // namespace pto
