// Kernel Function: scale_shift

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
#include "tensor.h"

using namespace pto;

// --- ptoas-generated code ---

// y = x * 2 + 1 on a 32 x 64 tile that fits the vector buffer in one piece.
static __aicore__ void scale_shift(__gm__ float* x, __gm__ float* y) {
#if defined(__DAV_VEC__)
    using Rows = Tile<TileType::Vec, float, 32, 64, BLayout::RowMajor, 32, 64>;
    using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 32, 64>, pto::Stride<2048, 2048, 2048, 64, 1>>;
    Rows tile;
    TASSIGN(tile, 0);
    Whole from(x);
    Whole to(y);
    TLOAD(tile, from);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TMULS(tile, tile, 2.0f);
    pipe_barrier(PIPE_V);
    TADDS(tile, tile, 1.0f);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    TSTORE(to, tile);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* x_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* x = reinterpret_cast<__gm__ float*>(x_tensor->buffer.addr) + x_tensor->start_offset;
    __gm__ ChipTensor* y_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ float* y = reinterpret_cast<__gm__ float*>(y_tensor->buffer.addr) + y_tensor->start_offset;
    scale_shift(x, y);
}
