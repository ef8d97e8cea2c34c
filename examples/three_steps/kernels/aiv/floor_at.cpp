// Kernel Function: floor_at

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

// out = exp(max(a, w)), element by element.
static __aicore__ void floor_at(__gm__ float* a, __gm__ float* w, __gm__ float* out) {
#if defined(__DAV_VEC__)
    using Rows = Tile<TileType::Vec, float, 16, 32, BLayout::RowMajor, 16, 32>;
    using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 16, 32>, pto::Stride<512, 512, 512, 32, 1>>;
    Rows a_tile;
    TASSIGN(a_tile, 0);
    Whole a_view(a);
    TLOAD(a_tile, a_view);
    Rows w_tile;
    TASSIGN(w_tile, 2048);
    Whole w_view(w);
    TLOAD(w_tile, w_view);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TMAX(a_tile, a_tile, w_tile);
    pipe_barrier(PIPE_V);
    TEXP(a_tile, a_tile);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    Whole out_view(out);
    TSTORE(out_view, a_tile);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* a_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* a = reinterpret_cast<__gm__ float*>(a_tensor->buffer.addr) + a_tensor->start_offset;
    __gm__ ChipTensor* w_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ float* w = reinterpret_cast<__gm__ float*>(w_tensor->buffer.addr) + w_tensor->start_offset;
    __gm__ ChipTensor* out_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[2]);
    __gm__ float* out = reinterpret_cast<__gm__ float*>(out_tensor->buffer.addr) + out_tensor->start_offset;
    floor_at(a, w, out);
}
