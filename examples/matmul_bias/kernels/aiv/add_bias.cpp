// Kernel Function: add_bias

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

// out = product + bias.
static __aicore__ void add_bias(__gm__ float* product, __gm__ float* bias, __gm__ float* out) {
#if defined(__DAV_VEC__)
    using Rows = Tile<TileType::Vec, float, 32, 48, BLayout::RowMajor, 32, 48>;
    using Whole = GlobalTensor<float, pto::Shape<1, 1, 1, 32, 48>, pto::Stride<1536, 1536, 1536, 48, 1>>;
    Rows product_tile;
    Rows bias_tile;
    TASSIGN(product_tile, 0);
    TASSIGN(bias_tile, 6144);
    Whole product_view(product);
    Whole bias_view(bias);
    Whole out_view(out);
    TLOAD(product_tile, product_view);
    TLOAD(bias_tile, bias_view);
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    TADD(product_tile, product_tile, bias_tile);
    set_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    wait_flag(PIPE_V, PIPE_MTE3, EVENT_ID0);
    TSTORE(out_view, product_tile);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* product_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ float* product = reinterpret_cast<__gm__ float*>(product_tensor->buffer.addr) + product_tensor->start_offset;
    __gm__ ChipTensor* bias_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ float* bias = reinterpret_cast<__gm__ float*>(bias_tensor->buffer.addr) + bias_tensor->start_offset;
    __gm__ ChipTensor* out_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[2]);
    __gm__ float* out = reinterpret_cast<__gm__ float*>(out_tensor->buffer.addr) + out_tensor->start_offset;
    add_bias(product, bias, out);
}
