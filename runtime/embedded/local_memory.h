// The memories inside one imitated core, owned by the thread that imitates it.
#pragma once

#include <cstdint>

#include "runtime/embedded/include/pto_ninja/abi.h"
#include "runtime/embedded/platform.h"

namespace pto::embedded {

// Each buffer lies between inaccessible pages and ends at one. Pages are used only once they are touched.
class LocalMemoryArena {
  public:
    explicit LocalMemoryArena(const PlatformInfo& platform);
    ~LocalMemoryArena();
    LocalMemoryArena(const LocalMemoryArena&) = delete;
    LocalMemoryArena& operator=(const LocalMemoryArena&) = delete;

    const PlatformInfo& platform() const { return *platform_; }
    const pto_ninja::LocalMemory& buffer(int index) const { return buffers_[index]; }
    // Zeroes everything by giving the pages back.
    void Clear();

  private:
    const PlatformInfo* platform_;
    char* mapping_ = nullptr;
    uint64_t mapping_bytes_ = 0;
    pto_ninja::LocalMemory buffers_[kLocalBufferCount];
};

}  // namespace pto::embedded
