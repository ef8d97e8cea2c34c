#include "runtime/embedded/task_graph.h"

#include <algorithm>
#include <utility>

namespace pto::embedded {
namespace {

void SortUnique(std::vector<uint32_t>& tasks) {
    std::sort(tasks.begin(), tasks.end());
    tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
}

template <typename Map>
auto FirstOverlapping(Map& buffers, uint64_t begin) {
    auto it = buffers.upper_bound(begin);
    if (it != buffers.begin() && std::prev(it)->second.end > begin) --it;
    return it;
}

}  // namespace

std::vector<uint32_t> TaskGraph::Add(uint32_t task, std::span<const Access> accesses) {
    std::vector<uint32_t> tasks;
    for (const Access& access : accesses) Collect(access, tasks);
    SortUnique(tasks);
    for (const Access& access : accesses) Record(task, access, true);
    return tasks;
}

void TaskGraph::AddUnordered(uint32_t task, std::span<const Access> accesses) {
    for (const Access& access : accesses) Record(task, access, false);
}

std::vector<uint32_t> TaskGraph::Conflicts(const Access& access) const {
    std::vector<uint32_t> tasks;
    Collect(access, tasks);
    SortUnique(tasks);
    return tasks;
}

void TaskGraph::Forget(uint64_t begin, uint64_t end) {
    auto it = buffers_.lower_bound(begin);
    while (it != buffers_.end() && it->second.end <= end) it = buffers_.erase(it);
}

void TaskGraph::Collect(const Access& access, std::vector<uint32_t>& tasks) const {
    const Region& region = access.region;
    for (auto it = FirstOverlapping(buffers_, region.begin); it != buffers_.end() && it->first < region.end; ++it) {
        for (const Entry& entry : it->second.writers) {
            if (Overlaps(entry.region, region)) tasks.push_back(entry.task);
        }
        if (!access.writes) continue;
        for (const Entry& entry : it->second.readers) {
            if (Overlaps(entry.region, region)) tasks.push_back(entry.task);
        }
    }
}

void TaskGraph::Record(uint32_t task, const Access& access, bool ordered) {
    if (access.region.begin == access.region.end) return;
    Buffer& buffer = BufferFor(access.region);
    if (access.writes && ordered) {
        // Whoever conflicts with what is covered conflicts with this task too, which waits for all of them.
        const auto covered = [&](const Entry& entry) {
            return entry.task != task && Covers(access.region, entry.region);
        };
        std::erase_if(buffer.readers, covered);
        std::erase_if(buffer.writers, covered);
    }
    (access.writes ? buffer.writers : buffer.readers).push_back({task, access.region});
}

// The entry of the buffer, after merging all that overlap it (arguments of the program may overlap each other).
TaskGraph::Buffer& TaskGraph::BufferFor(const Region& region) {
    uint64_t begin = std::min(region.buffer_begin, region.begin);
    uint64_t end = std::max(region.buffer_end, region.end);
    auto it = FirstOverlapping(buffers_, begin);
    if (it != buffers_.end() && it->first <= begin && it->second.end >= end) return it->second;
    Buffer merged;
    while (it != buffers_.end() && it->first < end) {
        begin = std::min(begin, it->first);
        end = std::max(end, it->second.end);
        const auto append = [](std::vector<Entry>& to, std::vector<Entry>& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        append(merged.readers, it->second.readers);
        append(merged.writers, it->second.writers);
        it = buffers_.erase(it);
    }
    merged.end = end;
    return buffers_[begin] = std::move(merged);
}

}  // namespace pto::embedded
