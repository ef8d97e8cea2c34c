// The imitated device memory: tensors between inaccessible pages, so that the first access outside one faults and can
// be named. Data ends at the page behind it: an overrun by one byte is caught, unless the size is no multiple of 64.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pto::embedded {

// One allocation, as fault reports see it; read without locks, also from a signal handler.
struct AllocationSlot {
    std::atomic<uint64_t> begin{0};  // of the data; 0 when the slot is unused
    std::atomic<uint64_t> bytes{0};
    std::atomic<uint64_t> mapping_begin{0};  // with the inaccessible pages
    std::atomic<uint64_t> mapping_end{0};
    char name[88] = {};
};

struct AllocationInfo {
    std::string name;
    uint64_t begin = 0;
    uint64_t bytes = 0;
};

// Where `address` lies, seen from the nearest allocation.
struct AddressInfo {
    bool known = false;   // false when nothing is allocated
    bool inside = false;  // the address itself belongs to `allocation`
    AllocationInfo allocation;
    uint64_t distance = 0;  // bytes after the end, or before the start
    bool before = false;
};

class DeviceMemory {
  public:
    DeviceMemory();
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    // 64-byte aligned, zero. `name` is how messages call it. Throws a toolchain Error when there is no memory.
    // A freed allocation of the same size is used again, its content then is zeroed.
    void* Allocate(std::string_view name, uint64_t bytes);
    // Gives memory from Allocate back for the next Allocate of its size; the pages stay mapped.
    void Free(void* data);

    // Makes memory of the caller's known under a name; without guard pages.
    void AddExternal(std::string_view name, void* data, uint64_t bytes);
    void RemoveExternal(void* data);

    // Whether [address, address + bytes) lies inside one allocation.
    bool Contains(uint64_t address, uint64_t bytes) const;
    AddressInfo Describe(uint64_t address) const;

    // "TLOAD reads 64 bytes past the end of 'a' (24576 bytes)"; for accesses that Contains refuses.
    std::string DescribeFault(std::string_view subject, std::string_view verb, uint64_t address, uint64_t bytes) const;

    uint64_t allocated_bytes() const { return allocated_bytes_.load(std::memory_order_relaxed); }

  private:
    friend class FaultRegistry;
    struct Block {
        uint64_t begin = 0;
        uint64_t bytes = 0;
        uint64_t mapping_begin = 0;
        uint64_t mapping_bytes = 0;  // 0 for memory of the caller's
        AllocationSlot* slot = nullptr;
    };
    struct SlotChunk;

    AllocationSlot* TakeSlot(const Block& block, std::string_view name);
    Block Map(uint64_t bytes) const;

    mutable std::shared_mutex mutex_;
    std::map<uint64_t, Block> used_;                        // by first byte of the data
    std::map<uint64_t, std::vector<Block>> free_by_bytes_;  // mapped, unused
    std::vector<AllocationSlot*> free_slots_;
    std::atomic<SlotChunk*> first_chunk_{nullptr};  // only ever grows, so that a signal handler can walk it
    std::atomic<uint64_t> allocated_bytes_{0};
};

// All slots of all memories of the process, for the fault handler.
class FaultRegistry {
  public:
    // Calls `visit(slot)` for every used slot; async-signal-safe if `visit` is.
    template <typename Visit>
    static void ForEachSlot(Visit visit);

    static constexpr int kMaxMemories = 128;
    static std::atomic<DeviceMemory*> memories[kMaxMemories];
};

struct DeviceMemory::SlotChunk {
    static constexpr int kSlots = 256;
    AllocationSlot slots[kSlots];
    std::atomic<SlotChunk*> next{nullptr};
};

template <typename Visit>
void FaultRegistry::ForEachSlot(Visit visit) {
    for (std::atomic<DeviceMemory*>& entry : memories) {
        DeviceMemory* memory = entry.load(std::memory_order_acquire);
        if (memory == nullptr) continue;
        for (auto* chunk = memory->first_chunk_.load(std::memory_order_acquire); chunk != nullptr;
             chunk = chunk->next.load(std::memory_order_acquire)) {
            for (AllocationSlot& slot : chunk->slots) {
                if (slot.begin.load(std::memory_order_acquire) != 0) visit(slot);
            }
        }
    }
}

}  // namespace pto::embedded
