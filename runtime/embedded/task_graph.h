// Which earlier tasks a task has to wait for, derived from the memory that each reads and writes. Pure; tasks are
// numbers that grow in program order.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "runtime/embedded/region.h"

namespace pto::embedded {

struct Access {
    Region region;
    bool reads = false;
    bool writes = false;
};

// Keeps, per buffer, the accesses that a later task can still conflict with: those not yet written over completely.
class TaskGraph {
  public:
    // For a task of an automatic scope: records its accesses and returns, ascending and unique, the earlier tasks that
    // write what it reads or writes, or read what it writes (RAW, WAW, WAR).
    std::vector<uint32_t> Add(uint32_t task, std::span<const Access> accesses);

    // For a task whose order is the program's own business (manual scopes): later tasks of automatic scopes see its
    // accesses, itself it waits for nothing.
    void AddUnordered(uint32_t task, std::span<const Access> accesses);

    // What Add would return, without recording anything.
    std::vector<uint32_t> Conflicts(const Access& access) const;

    // Forgets all accesses to buffers inside [begin, end): the memory is about to be used for another tensor.
    void Forget(uint64_t begin, uint64_t end);
    void Clear() { buffers_.clear(); }

  private:
    struct Entry {
        uint32_t task;
        Region region;
    };
    struct Buffer {
        uint64_t end = 0;
        std::vector<Entry> readers;
        std::vector<Entry> writers;
    };

    void Collect(const Access& access, std::vector<uint32_t>& tasks) const;
    void Record(uint32_t task, const Access& access, bool ordered);
    Buffer& BufferFor(const Region& region);

    std::map<uint64_t, Buffer> buffers_;  // by first byte; disjoint
};

}  // namespace pto::embedded
