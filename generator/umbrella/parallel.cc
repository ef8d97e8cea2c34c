#include "generator/umbrella/parallel.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>
#include <string_view>

#include "base/error.h"
#include "base/printer.h"
#include "base/process_family.h"

namespace pto::gen {
namespace {

constexpr int kDied = 3;

// One stream of a child: what its calls wrote, one after the other.
class Stream {
  public:
    Stream() : descriptor_(memfd_create("stream", MFD_CLOEXEC)) {
        if (descriptor_ < 0) ThrowSystem(ErrorKind::kToolchain, "output of a directory", "cannot be kept", errno);
    }
    ~Stream() { close(descriptor_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    int descriptor() const { return descriptor_; }
    off_t Size() const {
        struct stat info {};
        return fstat(descriptor_, &info) == 0 ? info.st_size : 0;
    }
    // What follows the last copy, up to `end`.
    void CopyTo(int to, off_t end) {
        std::array<char, 1 << 14> buffer;
        while (copied_ < end) {
            const size_t wanted = std::min(buffer.size(), static_cast<size_t>(end - copied_));
            const ssize_t count = pread(descriptor_, buffer.data(), wanted, copied_);
            if (count <= 0) return;
            WriteText(to, std::string_view(buffer.data(), static_cast<size_t>(count)));
            copied_ += count;
        }
    }

  private:
    int descriptor_;
    off_t copied_ = 0;
};

struct Child {
    Stream out;
    Stream err;
    pid_t process = -1;
};

struct Call {
    size_t child = 0;
    int answer = kDied;
    bool ended = false;
    off_t out_end = 0;
    off_t err_end = 0;
};

// What the children tell; memory of all of them.
class Board {
  public:
    explicit Board(size_t count) : bytes_(sizeof(std::atomic<size_t>) + count * sizeof(Call)), count_(count) {
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) ThrowSystem(ErrorKind::kToolchain, "a list of directories", "cannot be kept", errno);
        next_ = new (memory_) std::atomic<size_t>(0);
        calls_ = reinterpret_cast<Call*>(next_ + 1);
        std::uninitialized_fill_n(calls_, count, Call{});
    }
    ~Board() { munmap(memory_, bytes_); }
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    // Null when none is left.
    Call* Take(size_t& index) {
        index = next_->fetch_add(1);
        return index < count_ ? &calls_[index] : nullptr;
    }
    const Call& At(size_t index) const { return calls_[index]; }

  private:
    size_t bytes_;
    size_t count_;
    void* memory_;
    std::atomic<size_t>* next_;
    Call* calls_;
};

[[noreturn]] void RunChild(pid_t parent, size_t number, const Child& child, Board& board,
                           const std::function<int(size_t)>& work) {
    EndWithParent(SIGTERM, parent);
    dup2(child.out.descriptor(), STDOUT_FILENO);
    dup2(child.err.descriptor(), STDERR_FILENO);
    size_t index = 0;
    while (Call* call = board.Take(index)) {
        call->child = number;
        call->answer = EndOutput("pto-ninja", work(index));
        call->out_end = child.out.Size();
        call->err_end = child.err.Size();
        call->ended = true;
    }
    _exit(0);
}

}  // namespace

std::vector<int> InParallel(size_t count, size_t children, const std::function<int(size_t)>& work) {
    std::fflush(stdout);
    Board board(count);
    const pid_t self = getpid();
    std::vector<std::unique_ptr<Child>> crew;
    children = std::clamp<size_t>(children, 1, std::max<size_t>(count, 1));
    for (size_t number = 0; number < children; ++number) {
        crew.push_back(std::make_unique<Child>());
        crew.back()->process = fork();
        if (crew.back()->process == 0) RunChild(self, number, *crew.back(), board, work);
        // Fewer do the same work.
        if (crew.back()->process < 0 && number > 0) break;
        if (crew.back()->process < 0) ThrowSystem(ErrorKind::kToolchain, "a process", "cannot be started", errno);
    }
    for (const std::unique_ptr<Child>& child : crew) {
        if (child->process > 0) waitpid(child->process, nullptr, 0);
    }
    std::vector<int> answers;
    for (size_t i = 0; i < count; ++i) {
        const Call& call = board.At(i);
        Child& child = *crew[call.child];
        answers.push_back(call.answer);
        // A call that did not end was its child's last.
        child.out.CopyTo(STDOUT_FILENO, call.ended ? call.out_end : child.out.Size());
        child.err.CopyTo(STDERR_FILENO, call.ended ? call.err_end : child.err.Size());
    }
    return answers;
}

}  // namespace pto::gen
