// The tensors that a program allocates while it runs.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/embedded/device_memory.h"

namespace pto::embedded {

// An intermediate is in use while its scope is open or a task that has it as an argument is not done. After that its
// memory is kept until the run ends, so that a late access is harmless, unless so much has gathered that it has to be
// used again.
class Intermediates {
  public:
    static constexpr uint64_t kDefaultKeepBytes = 256ull << 20;

    explicit Intermediates(DeviceMemory& memory, uint64_t keep_bytes = kDefaultKeepBytes)
        : memory_(memory), keep_bytes_(keep_bytes) {}
    ~Intermediates() { ReleaseAll(); }

    // Zeroed memory for the scope at `depth`. `reclaimed` gets the bounds of all memory given back meanwhile.
    struct Bounds {
        uint64_t begin;
        uint64_t end;
    };
    uint64_t Allocate(std::string_view name, uint64_t bytes, int depth, std::vector<Bounds>& reclaimed);

    // Adds a user if `buffer` is the address of an intermediate; otherwise returns false.
    bool AddUser(uint64_t buffer);
    void RemoveUser(uint64_t buffer);
    void CloseScope(int depth);
    // Gives everything back to the device memory, which keeps it for the next run.
    void ReleaseAll();

    uint64_t live_bytes() const;

  private:
    struct Record {
        uint64_t bytes;
        int depth;  // of its scope while that is open, 0 afterwards
        int users;
    };

    void RetireIfUnused(uint64_t buffer, Record& record);

    DeviceMemory& memory_;
    const uint64_t keep_bytes_;
    mutable std::mutex mutex_;
    std::unordered_map<uint64_t, Record> records_;
    std::vector<uint64_t> retired_;
    uint64_t retired_bytes_ = 0;
    uint64_t live_bytes_ = 0;
};

}  // namespace pto::embedded
