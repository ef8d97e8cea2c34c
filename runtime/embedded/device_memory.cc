#include "runtime/embedded/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

#include "base/error.h"

namespace pto::embedded {
namespace {

constexpr uint64_t kAlignment = 64;
// An access this far from every tensor is a wild pointer rather than an overrun; no tensor is blamed for it.
constexpr uint64_t kNear = 1 << 20;

uint64_t PageBytes() {
    static const uint64_t bytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

uint64_t RoundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

void Register(DeviceMemory* memory) {
    for (auto& entry : FaultRegistry::memories) {
        DeviceMemory* expected = nullptr;
        if (entry.compare_exchange_strong(expected, memory)) return;
    }
    // A process with more memories than slots only loses the names of tensors in crash reports.
}

std::string Bytes(uint64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

std::atomic<DeviceMemory*> FaultRegistry::memories[FaultRegistry::kMaxMemories];

DeviceMemory::DeviceMemory() {
    Register(this);
}

DeviceMemory::~DeviceMemory() {
    for (auto& entry : FaultRegistry::memories) {
        DeviceMemory* expected = this;
        entry.compare_exchange_strong(expected, nullptr);
    }
    const auto unmap = [](const Block& block) {
        if (block.mapping_bytes != 0) munmap(reinterpret_cast<void*>(block.mapping_begin), block.mapping_bytes);
    };
    for (const auto& [begin, block] : used_) unmap(block);
    for (const auto& [bytes, blocks] : free_by_bytes_) std::for_each(blocks.begin(), blocks.end(), unmap);
    for (SlotChunk* chunk = first_chunk_.load(); chunk != nullptr;) {
        SlotChunk* next = chunk->next.load();
        delete chunk;
        chunk = next;
    }
}

DeviceMemory::Block DeviceMemory::Map(uint64_t bytes) const {
    const uint64_t page = PageBytes();
    const uint64_t data_pages = RoundUp(std::max<uint64_t>(bytes, 1), page);
    void* mapping = mmap(nullptr, data_pages + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED ||
        mprotect(static_cast<char*>(mapping) + page, data_pages, PROT_READ | PROT_WRITE) != 0) {
        const std::string reason = std::strerror(errno);
        if (mapping != MAP_FAILED) munmap(mapping, data_pages + 2 * page);
        throw Error(ErrorKind::kToolchain, "cannot allocate " + Bytes(bytes) + " of device memory: " + reason,
                    "the tensors of the program need more memory, or more mappings (vm.max_map_count), than there is");
    }
    Block block;
    block.mapping_begin = reinterpret_cast<uint64_t>(mapping);
    block.mapping_bytes = data_pages + 2 * page;
    block.begin = block.mapping_begin + page + data_pages - RoundUp(bytes, kAlignment);
    block.bytes = bytes;
    return block;
}

void* DeviceMemory::Allocate(std::string_view name, uint64_t bytes) {
    std::unique_lock lock(mutex_);
    Block block;
    std::vector<Block>& unused = free_by_bytes_[bytes];
    if (unused.empty()) {
        block = Map(bytes);
    } else {
        block = unused.back();
        unused.pop_back();
        std::memset(reinterpret_cast<void*>(block.begin), 0, block.bytes);
    }
    block.slot = TakeSlot(block, name);
    used_[block.begin] = block;
    allocated_bytes_ += bytes;
    return reinterpret_cast<void*>(block.begin);
}

void DeviceMemory::Free(void* data) {
    std::unique_lock lock(mutex_);
    const auto it = used_.find(reinterpret_cast<uint64_t>(data));
    if (it == used_.end()) return;
    Block block = it->second;
    used_.erase(it);
    block.slot->begin.store(0, std::memory_order_release);
    free_slots_.push_back(block.slot);
    allocated_bytes_ -= block.bytes;
    if (block.mapping_bytes != 0) free_by_bytes_[block.bytes].push_back(block);
}

void DeviceMemory::AddExternal(std::string_view name, void* data, uint64_t bytes) {
    std::unique_lock lock(mutex_);
    Block block;
    block.begin = reinterpret_cast<uint64_t>(data);
    block.bytes = bytes;
    block.slot = TakeSlot(block, name);
    used_[block.begin] = block;
    allocated_bytes_ += bytes;
}

void DeviceMemory::RemoveExternal(void* data) {
    Free(data);
}

AllocationSlot* DeviceMemory::TakeSlot(const Block& block, std::string_view name) {
    if (free_slots_.empty()) {
        auto* chunk = new SlotChunk;
        for (AllocationSlot& slot : chunk->slots) free_slots_.push_back(&slot);
        chunk->next.store(first_chunk_.load());
        first_chunk_.store(chunk, std::memory_order_release);
    }
    AllocationSlot* slot = free_slots_.back();
    free_slots_.pop_back();
    const size_t length = std::min(name.size(), sizeof(slot->name) - 1);
    std::memcpy(slot->name, name.data(), length);
    slot->name[length] = '\0';
    slot->bytes = block.bytes;
    slot->mapping_begin = block.mapping_bytes != 0 ? block.mapping_begin : block.begin;
    slot->mapping_end =
        block.mapping_bytes != 0 ? block.mapping_begin + block.mapping_bytes : block.begin + block.bytes;
    slot->begin.store(block.begin, std::memory_order_release);
    return slot;
}

bool DeviceMemory::Contains(uint64_t address, uint64_t bytes) const {
    std::shared_lock lock(mutex_);
    auto it = used_.upper_bound(address);
    if (it == used_.begin()) return false;
    const Block& block = std::prev(it)->second;
    return address - block.begin <= block.bytes && bytes <= block.bytes - (address - block.begin);
}

AddressInfo DeviceMemory::Describe(uint64_t address) const {
    std::shared_lock lock(mutex_);
    AddressInfo info;
    const auto consider = [&](const Block& block) {
        const bool before = address < block.begin;
        const bool inside = !before && address < block.begin + block.bytes;
        const uint64_t distance = inside ? 0 : before ? block.begin - address : address - (block.begin + block.bytes);
        if (info.known && distance >= info.distance && !inside) return;
        info = {true, inside, {block.slot->name, block.begin, block.bytes}, distance, before};
    };
    const auto after = used_.upper_bound(address);
    if (after != used_.begin()) consider(std::prev(after)->second);
    if (after != used_.end()) consider(after->second);
    return info;
}

std::string DeviceMemory::DescribeFault(std::string_view subject, std::string_view verb, uint64_t address,
                                        uint64_t bytes) const {
    const std::string start = std::string(subject) + " " + std::string(verb) + " ";
    if (address == 0) return start + Bytes(bytes) + " through a null pointer";
    const AddressInfo info = Describe(address);
    const std::string tensor =
        info.known ? "'" + info.allocation.name + "' (" + Bytes(info.allocation.bytes) + ")" : "";
    if (info.inside) {
        const uint64_t end = info.allocation.begin + info.allocation.bytes;
        return start + Bytes(address + bytes - end) + " past the end of " + tensor;
    }
    if (!info.known || info.distance > kNear) return start + Bytes(bytes) + " at an address that belongs to no tensor";
    if (info.before) return start + Bytes(info.distance) + " before the start of " + tensor;
    if (info.distance == 0) return start + Bytes(bytes) + " past the end of " + tensor;
    return start + Bytes(bytes) + ", " + Bytes(info.distance) + " past the end of " + tensor;
}

}  // namespace pto::embedded
