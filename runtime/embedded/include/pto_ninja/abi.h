// The contract between a kernel or orchestration built against the embedded headers and the process that runs it.
// Both sides are compiled separately, so everything here is a plain struct, and each side checks kAbiVersion.
#pragma once

#include <stdint.h>

namespace pto_ninja {

inline constexpr uint32_t kAbiVersion = 1;

enum class CoreKind : uint32_t { kAic = 0, kAiv = 1 };

// The memories inside one core; the order is the index into CoreServices::buffers.
enum class LocalBuffer : uint32_t {
    kVec = 0,
    kMat = 1,
    kLeft = 2,
    kRight = 3,
    kAcc = 4,
    kBias = 5,
    kScaling = 6,
    kCount = 7
};

struct LocalMemory {
    char* base;
    uint64_t size;  // bytes
};

enum class GlobalAccess : uint32_t { kRead = 0, kWrite = 1 };

// What one core offers to the kernel that runs on it. Functions take the struct itself as first argument; those that
// report a fault do not return: they throw an exception that only the runtime catches.
struct CoreServices {
    uint32_t abi_version;
    CoreKind core_kind;
    uint32_t sub_block_id;  // vector lane within the cluster, 0 or 1
    uint32_t block_idx;
    uint32_t block_num;
    uint32_t sub_block_num;  // vector lanes per cube core, 1 or 2
    LocalMemory buffers[static_cast<uint32_t>(LocalBuffer::kCount)];

    // Ends the task with `message`; never returns.
    void (*fail)(const CoreServices* self, const char* message);
    // Faults unless [address, address + bytes) lies inside one device allocation. `instruction` names the access.
    void (*check_global)(const CoreServices* self, const void* address, uint64_t bytes, GlobalAccess access,
                         const char* instruction);
    // Cross-core flags between the cores of one task. `mode`: 0 all cores of a kind, 1 both vector lanes of a cluster,
    // 2 the cube core and its vector lanes, 4 one cube core and one lane (flags of a5 within a block).
    void (*cross_core_set)(const CoreServices* self, uint32_t mode, uint32_t flag);
    void (*cross_core_wait)(const CoreServices* self, uint32_t flag);
    // Waits until every core of the task has arrived (SYNCALL).
    void (*sync_all)(const CoreServices* self);
    // To be called in every spinning wait: gives the processor away, and faults when the run is being stopped.
    void (*poll)(const CoreServices* self);
};

}  // namespace pto_ninja

// Exported by every kernel built against the embedded headers; the runtime calls it on the thread that is about to run
// kernel_entry, and with null afterwards. A kernel without it was built against other headers and runs unchecked.
extern "C" void pto_ninja_set_core(const pto_ninja::CoreServices* core);
