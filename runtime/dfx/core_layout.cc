#include "runtime/dfx/core_layout.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace pto::run {
namespace {

using embedded::kSlotCount;

constexpr size_t kNoRun = std::numeric_limits<size_t>::max();

// The runs of one block, by slot.
struct BlockRuns {
    std::array<size_t, kSlotCount> run{kNoRun, kNoRun, kNoRun};
    int64_t start_ns = std::numeric_limits<int64_t>::max();

    int Count() const { return static_cast<int>(kSlotCount - std::count(run.begin(), run.end(), kNoRun)); }
};

std::vector<BlockRuns> BlocksByStart(const RunRecording& recording) {
    std::map<std::pair<size_t, int>, BlockRuns> blocks;
    for (size_t i = 0; i < recording.cores.size(); ++i) {
        const CoreRun& run = recording.cores[i];
        BlockRuns& block = blocks[{run.task, run.core.block}];
        block.run[run.core.slot] = i;
        block.start_ns = std::min(block.start_ns, run.start_ns);
    }
    std::vector<BlockRuns> sorted;
    for (const auto& [key, block] : blocks) sorted.push_back(block);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const BlockRuns& a, const BlockRuns& b) { return a.start_ns < b.start_ns; });
    return sorted;
}

// A cluster and one of its cores: 0 the cube core, then the vector cores.
struct Seat {
    int cluster = 0;
    int core = 0;
};

class Chip {
  public:
    Chip(int clusters, int lanes) : lanes_(lanes), free_at_(clusters, std::vector<int64_t>(1 + lanes, 0)) {}

    // A cluster whose cores of these slots are free from `start_ns` on.
    int FindCluster(const BlockRuns& block) {
        for (size_t cluster = 0;; ++cluster) {
            if (cluster == free_at_.size()) free_at_.emplace_back(1 + lanes_, 0);
            bool free = true;
            for (int slot = 0; slot < kSlotCount; ++slot) {
                if (block.run[slot] != kNoRun) free = free && IsFree(cluster, CoreOf(slot), block.start_ns);
            }
            if (free) return static_cast<int>(cluster);
        }
    }
    // Any vector core.
    Seat FindVectorCore(int64_t start_ns) {
        for (size_t cluster = 0;; ++cluster) {
            if (cluster == free_at_.size()) free_at_.emplace_back(1 + lanes_, 0);
            for (int core = 1; core <= lanes_; ++core) {
                if (IsFree(cluster, core, start_ns)) return {static_cast<int>(cluster), core};
            }
        }
    }
    void Occupy(Seat seat, int64_t end_ns) { free_at_[seat.cluster][seat.core] = end_ns; }

    int CoreOf(int slot) const { return std::min(slot, lanes_); }
    int clusters() const { return static_cast<int>(free_at_.size()); }

  private:
    bool IsFree(size_t cluster, int core, int64_t start_ns) const { return free_at_[cluster][core] <= start_ns; }

    int lanes_;
    std::vector<std::vector<int64_t>> free_at_;  // by cluster and core
};

}  // namespace

CoreLayout PlaceOnCores(const RunRecording& recording) {
    Chip chip(recording.clusters, recording.lanes);
    std::vector<Seat> seats(recording.cores.size());
    for (const BlockRuns& block : BlocksByStart(recording)) {
        const bool one_vector_core = block.Count() == 1 && block.run[0] == kNoRun;
        const int cluster = one_vector_core ? 0 : chip.FindCluster(block);
        for (int slot = 0; slot < kSlotCount; ++slot) {
            const size_t run = block.run[slot];
            if (run == kNoRun) continue;
            seats[run] = one_vector_core ? chip.FindVectorCore(block.start_ns) : Seat{cluster, chip.CoreOf(slot)};
            chip.Occupy(seats[run], recording.cores[run].end_ns);
        }
    }
    CoreLayout layout = {chip.clusters(), recording.lanes, {}};
    for (const Seat& seat : seats) {
        const bool cube = seat.core == 0;
        layout.core_of.push_back(cube ? seat.cluster
                                      : layout.clusters + seat.cluster * recording.lanes + seat.core - 1);
    }
    return layout;
}

}  // namespace pto::run
