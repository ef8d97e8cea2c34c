// Kernel Function: add_neighbour

#include <cstdint>

#ifndef __gm__
#define __gm__
#endif

#ifndef __aicore__
#if defined(__CPU_SIM)
#define __aicore__
#else
#define __aicore__ [aicore]
#endif
#endif

#include <pto/pto-inst.hpp>
#include "platform_comm/comm_context.h"
#include "pto/comm/comm_types.hpp"
#include "pto/comm/pto_comm_inst.hpp"
#include "tensor.h"

using namespace pto;

using Rows = Tile<TileType::Vec, float, 16, 32, BLayout::RowMajor, 16, 32>;
using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 16, 32>, pto::Stride<512, 512, 512, 32, 1>>;

// Where the window of another rank has what lies at `own` in ours.
template <typename T>
static __aicore__ __gm__ T* at_rank(__gm__ CommContext* context, __gm__ T* own, uint32_t rank) {
    uint64_t offset = reinterpret_cast<uint64_t>(own) - context->windowsIn[context->rankId];
    return reinterpret_cast<__gm__ T*>(context->windowsIn[rank] + offset);
}

// y = our rows + those of the rank before us, once it has told us that they are there.
static __aicore__ void add_neighbour(__gm__ float* rows, __gm__ int32_t* ready, __gm__ float* y, __gm__ CommContext* context) {
#if defined(__DAV_VEC__)
    pto::comm::Signal signal(ready);
    pto::comm::TWAIT(signal, 1, pto::comm::WaitCmp::GE);
    uint32_t before = (context->rankId + context->rankNum - 1) % context->rankNum;
    Rows own;
    Rows theirs;
    TASSIGN(own, 0);
    TASSIGN(theirs, 2048);
    Whole own_view(rows);
    TLOAD(own, own_view);
    Whole their_view(at_rank(context, rows, before));
    TLOAD(theirs, their_view);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TADD(own, own, theirs);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    Whole y_view(y);
    TSTORE(y_view, own);
#endif
}

extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* rows_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* rows = reinterpret_cast<__gm__ float*>(rows_tensor->buffer.addr) + rows_tensor->start_offset;
    __gm__ ChipTensor* ready_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ int32_t* ready = reinterpret_cast<__gm__ int32_t*>(ready_tensor->buffer.addr) + ready_tensor->start_offset;
    __gm__ ChipTensor* y_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[2]);
    __gm__ float* y = reinterpret_cast<__gm__ float*>(y_tensor->buffer.addr) + y_tensor->start_offset;
    add_neighbour(rows, ready, y, reinterpret_cast<__gm__ CommContext*>(args[3]));
}
