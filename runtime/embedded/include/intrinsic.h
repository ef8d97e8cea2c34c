// What a kernel can ask about the place it runs at. The runtime appends two pointers to the kernel's arguments.
#pragma once

#include <stdint.h>

#include "aicore_completion_mailbox_types.h"
#include "common/dma_workspace.h"
#include "task_id.h"

#ifndef __gm__
#define __gm__
#endif
#ifndef __aicore__
#define __aicore__
#endif

static constexpr int32_t EXT_PARAMS_COUNT = 2;
static constexpr int32_t SPMD_LOCAL_CONTEXT_INDEX = 48;
static constexpr int32_t SPMD_GLOBAL_CONTEXT_INDEX = 49;
static constexpr int32_t PAYLOAD_LOCAL_CONTEXT_INDEX = SPMD_LOCAL_CONTEXT_INDEX;
static constexpr int32_t PAYLOAD_GLOBAL_CONTEXT_INDEX = SPMD_GLOBAL_CONTEXT_INDEX;

// Belongs to the core.
struct GlobalContext {
    int32_t sub_block_id;                              // vector lane of the cluster: 0 or 1
    uint64_t dma_workspace[DMA_WORKSPACE_KIND_COUNT];  // addresses; 0 when the engine does not exist
};

// Where the kernel may leave conditions for its completion. All null, with an invalid token, when it may not.
struct AsyncCtx {
    volatile __gm__ uint32_t* completion_count;
    volatile __gm__ int32_t* completion_error_code;
    volatile __gm__ DeferredCompletionEntry* completion_entries;
    uint32_t completion_capacity;
    TaskId task_token;
};

// Belongs to the task.
struct LocalContext {
    int32_t block_idx;  // of block_num
    int32_t block_num;
    AsyncCtx async_ctx;
};

namespace pto_ninja {
template <typename Context>
__aicore__ inline __gm__ Context* ContextAt(__gm__ int64_t* args, int32_t index) {
    return reinterpret_cast<__gm__ Context*>(static_cast<uintptr_t>(args[index]));
}
}  // namespace pto_ninja

static __aicore__ inline int32_t get_sub_block_id(__gm__ int64_t* args) {
    return pto_ninja::ContextAt<GlobalContext>(args, SPMD_GLOBAL_CONTEXT_INDEX)->sub_block_id;
}

// Null when the engine does not exist.
static __aicore__ inline __gm__ uint8_t* get_dma_workspace(__gm__ int64_t* args, int kind) {
    if (kind < 0 || kind >= DMA_WORKSPACE_KIND_COUNT) return nullptr;
    return reinterpret_cast<__gm__ uint8_t*>(
        pto_ninja::ContextAt<GlobalContext>(args, SPMD_GLOBAL_CONTEXT_INDEX)->dma_workspace[kind]);
}

// How far the alias of an address lies that the second-level cache does not keep. There is none here, and adding 0
// leaves an address as it is.
static __aicore__ inline uint64_t get_l2_cache_offset(__gm__ int64_t*) {
    return 0;
}

static __aicore__ inline int32_t get_block_idx(__gm__ int64_t* args) {
    return pto_ninja::ContextAt<LocalContext>(args, SPMD_LOCAL_CONTEXT_INDEX)->block_idx;
}

static __aicore__ inline int32_t get_block_num(__gm__ int64_t* args) {
    return pto_ninja::ContextAt<LocalContext>(args, SPMD_LOCAL_CONTEXT_INDEX)->block_num;
}
