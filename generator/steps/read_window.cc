#include "generator/steps/read_window.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/wall_clock.h"

namespace pto::gen {
namespace {

// A tick of the kernel's clock is 10 ms at most.
constexpr int64_t kTickNs = 10'000'000;

}  // namespace

std::optional<ReadWindow::State> ReadWindow::StateOf(const std::string& path) const {
    const std::optional<FileInfo> info = files_.Stat(path);
    if (!info) return std::nullopt;
    struct stat real {};
    const uint64_t device = stat(path.c_str(), &real) == 0 ? real.st_dev : 0;
    return State{device, info->inode, info->size, info->mtime_ns, info->ctime_ns};
}

void ReadWindow::Watch(const std::string& path) {
    watched_[path] = StateOf(path);
}

void ReadWindow::Open() {
    int64_t latest_ns = 0;
    for (const auto& [path, state] : watched_) {
        if (state) latest_ns = std::max(latest_ns, state->ctime_ns);
    }
    start_ns_ = WallClockNs();
    // A time further ahead is that of another machine's clock: there is nothing to wait for.
    if (latest_ns > start_ns_ + kTickNs) return;
    while (start_ns_ <= latest_ns + kTickNs) {
        usleep(1000);
        start_ns_ = WallClockNs();
    }
}

bool ReadWindow::Unchanged(const std::string& path) const {
    const std::optional<State> now = StateOf(path);
    const auto watched = watched_.find(path);
    if (watched != watched_.end()) return now == watched->second;
    return now && now->ctime_ns <= start_ns_ - kTickNs;
}

}  // namespace pto::gen
