// Kernel Function: scale

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

// out = x * factor; the factor is a scalar argument.
static __aicore__ void scale(__gm__ float* x, __gm__ float* out, float factor) {
#if defined(__DAV_VEC__)
    using Rows = Tile<TileType::Vec, float, 16, 32, BLayout::RowMajor, 16, 32>;
    using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 16, 32>, pto::Stride<512, 512, 512, 32, 1>>;
    Rows x_tile;
    TASSIGN(x_tile, 0);
    Whole x_view(x);
    TLOAD(x_tile, x_view);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TMULS(x_tile, x_tile, factor);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    Whole out_view(out);
    TSTORE(out_view, x_tile);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* x_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* x = reinterpret_cast<__gm__ float*>(x_tensor->buffer.addr) + x_tensor->start_offset;
    __gm__ ChipTensor* out_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ float* out = reinterpret_cast<__gm__ float*>(out_tensor->buffer.addr) + out_tensor->start_offset;
    union {
        uint64_t bits;
        float value;
    } factor;
    factor.bits = static_cast<uint64_t>(args[2]);
    scale(x, out, factor.value);
}
