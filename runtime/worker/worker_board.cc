#include "runtime/worker/worker_board.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "base/error.h"

namespace pto::run {
namespace {

// The samples of a long comparison are some tens of megabytes; less where the machine promises no more.
constexpr size_t kHalfSizes[] = {size_t{256} << 20, size_t{16} << 20};

constexpr size_t RoundedToPages(size_t bytes) {
    constexpr size_t kPageBytes = 65536;  // the largest in use
    return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

}  // namespace

WorkerBoard::WorkerBoard() {
    void* memory = MAP_FAILED;
    for (const size_t half : kHalfSizes) {
        half_bytes_ = half;
        bytes_ = RoundedToPages(sizeof(Shared)) + 2 * half;
        memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED) break;
    }
    if (memory == MAP_FAILED) {
        throw Error(ErrorKind::kToolchain, "not enough memory: " + std::to_string(bytes_) + " bytes to share");
    }
    shared_ = static_cast<Shared*>(memory);
}

WorkerBoard::~WorkerBoard() {
    munmap(shared_, bytes_);
}

char* WorkerBoard::Half(uint32_t generation) const {
    return reinterpret_cast<char*>(shared_) + RoundedToPages(sizeof(Shared)) + (generation % 2) * half_bytes_;
}

void WorkerBoard::Post(const WorkerResult& result) {
    if (getpid() != shared_->worker) _exit(0);
    const std::string bytes = EncodeResult(result);
    if (bytes.size() > half_bytes_) {
        throw Error(ErrorKind::kToolchain, "the result has " + std::to_string(bytes.size()) + " bytes, at most " +
                                               std::to_string(half_bytes_) + " expected; ask for fewer rounds");
    }
    const uint32_t generation = shared_->generation + 1;
    std::memcpy(Half(generation), bytes.data(), bytes.size());
    shared_->sizes[generation % 2] = bytes.size();
    shared_->generation.store(generation, std::memory_order_release);
    if (result.complete) shared_->complete_ns = std::chrono::steady_clock::now().time_since_epoch().count();
}

void WorkerBoard::PostCrash(const char* text, size_t size) {
    size = std::min(size, Shared::kCrashBytes);
    std::memcpy(shared_->crash, text, size);
    shared_->crash_size.store(static_cast<uint32_t>(size), std::memory_order_release);
}

std::optional<WorkerResult> WorkerBoard::Latest() const {
    const uint32_t generation = shared_->generation.load(std::memory_order_acquire);
    if (generation == 0) return std::nullopt;
    const size_t size = std::min<size_t>(shared_->sizes[generation % 2], half_bytes_);
    return DecodeResult({Half(generation), size});
}

std::string WorkerBoard::Crash() const {
    const size_t size = shared_->crash_size.load(std::memory_order_acquire);
    return {shared_->crash, std::min(size, Shared::kCrashBytes)};
}

}  // namespace pto::run
