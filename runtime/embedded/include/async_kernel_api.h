// Deferred completion: a kernel returns, and its task is done only when counters in memory have reached given values.
#pragma once

#include <stdint.h>

#include <pto/comm/comm_types.hpp>
#include <pto/comm/pto_comm_inst.hpp>

#include "aicore_completion_mailbox_types.h"
#include "completion_token.h"
#include "intrinsic.h"
#include "runtime_status.h"

namespace pto2::detail {
// On hardware these move the slab through the cache; in one address space there is nothing to move.
inline __aicore__ void defer_load_slab(AsyncCtx&) {}
inline __aicore__ void defer_flush(AsyncCtx&) {}
inline __aicore__ void defer_flush_range(volatile __gm__ void*, uint32_t) {}

inline __aicore__ void defer_error(AsyncCtx& ctx, int32_t code) {
    if (ctx.task_token.is_valid() && ctx.completion_error_code != nullptr) *ctx.completion_error_code = code;
}
}  // namespace pto2::detail

inline __aicore__ AsyncCtx get_async_ctx(__gm__ int64_t* args) {
    return pto_ninja::ContextAt<LocalContext>(args, PAYLOAD_LOCAL_CONTEXT_INDEX)->async_ctx;
}

inline __aicore__ bool async_ctx_is_deferred(const AsyncCtx& ctx) {
    return ctx.task_token.is_valid();
}

// False when the slab is full or the task cannot be deferred.
inline __aicore__ bool register_completion_condition(AsyncCtx& ctx, const CompletionToken& token) {
    if (ctx.task_token.is_invalid() || ctx.completion_count == nullptr || ctx.completion_entries == nullptr)
        return false;
    const uint32_t index = *ctx.completion_count;
    if (index >= ctx.completion_capacity) {
        if (ctx.completion_error_code != nullptr) *ctx.completion_error_code = SIMPLER_ERROR_ASYNC_WAIT_OVERFLOW;
        return false;
    }
    volatile __gm__ DeferredCompletionEntry* entry = &ctx.completion_entries[index];
    entry->addr = token.addr;
    entry->backend_cookie = token.backend_cookie;
    entry->expected_value = token.expected_value;
    entry->engine = token.engine;
    entry->completion_type = token.completion_type;
    entry->_pad = 0;
    *ctx.completion_count = index + 1;
    return true;
}

inline __aicore__ void send_notification(volatile __gm__ void* remote_counter_addr, int32_t value,
                                         pto::comm::NotifyOp notify_op) {
    pto::comm::Signal signal(reinterpret_cast<__gm__ int32_t*>(const_cast<__gm__ void*>(remote_counter_addr)));
    pto::comm::TNOTIFY(signal, value, notify_op);
}

inline __aicore__ void save_expected_notification_counter(AsyncCtx& ctx, volatile __gm__ void* counter_addr,
                                                          uint32_t expected_value) {
    const CompletionToken token{reinterpret_cast<uint64_t>(counter_addr), expected_value, COMPLETION_ENGINE_SDMA,
                                COMPLETION_TYPE_COUNTER, 0};
    register_completion_condition(ctx, token);
}
