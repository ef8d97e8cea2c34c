// Kernel Function: difference

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

// out = b - x.
static __aicore__ void difference(__gm__ float* b, __gm__ float* x, __gm__ float* out) {
#if defined(__DAV_VEC__)
    using Rows = Tile<TileType::Vec, float, 16, 32, BLayout::RowMajor, 16, 32>;
    using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 16, 32>, pto::Stride<512, 512, 512, 32, 1>>;
    Rows b_tile;
    TASSIGN(b_tile, 0);
    Whole b_view(b);
    TLOAD(b_tile, b_view);
    Rows x_tile;
    TASSIGN(x_tile, 2048);
    Whole x_view(x);
    TLOAD(x_tile, x_view);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TSUB(b_tile, b_tile, x_tile);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    Whole out_view(out);
    TSTORE(out_view, b_tile);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* b_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* b = reinterpret_cast<__gm__ float*>(b_tensor->buffer.addr) + b_tensor->start_offset;
    __gm__ ChipTensor* x_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ float* x = reinterpret_cast<__gm__ float*>(x_tensor->buffer.addr) + x_tensor->start_offset;
    __gm__ ChipTensor* out_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[2]);
    __gm__ float* out = reinterpret_cast<__gm__ float*>(out_tensor->buffer.addr) + out_tensor->start_offset;
    difference(b, x, out);
}
