// Kernel Function: matmul

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

// c = a @ w, 32 of the 64 rows of w at a time. w lies in blocks of 16 x 16 as the matrix buffer holds them, so its load
// rearranges nothing.
static __aicore__ void matmul(__gm__ bfloat16_t* a, __gm__ bfloat16_t* w, __gm__ float* c) {
#if defined(__DAV_CUBE__)
    using MatA = Tile<TileType::Mat, bfloat16_t, 32, 32, BLayout::ColMajor, 32, 32, SLayout::RowMajor, 512>;
    using MatW = Tile<TileType::Mat, bfloat16_t, 32, 48, BLayout::ColMajor, 32, 48, SLayout::RowMajor, 512>;
    using Left = Tile<TileType::Left, bfloat16_t, 32, 32, BLayout::RowMajor, 32, 32, SLayout::RowMajor, 512>;
    using Right = Tile<TileType::Right, bfloat16_t, 32, 48, BLayout::RowMajor, 32, 48, SLayout::ColMajor, 512>;
    using Acc = Tile<TileType::Acc, float, 32, 48, BLayout::ColMajor, 32, 48, SLayout::RowMajor, 1024>;
    MatA a_mat;
    MatW w_mat;
    Left left;
    Right right;
    Acc product;
    TASSIGN(a_mat, 0);
    TASSIGN(w_mat, 4096);
    TASSIGN(left, 0);
    TASSIGN(right, 0);
    TASSIGN(product, 0);
    for (int64_t row = 0; row < 64; row += 32) {
        GlobalTensor<bfloat16_t, pto::Shape<1, 1, 1, 32, 32>, pto::Stride<2048, 2048, 2048, 64, 1>> a_view(a + row);
        GlobalTensor<bfloat16_t, pto::Shape<1, 3, 2, 16, 16>, pto::Stride<3072, 1024, 256, 16, 1>, pto::Layout::NZ>
            w_view(w + row / 16 * 256);
        TLOAD(a_mat, a_view);
        TLOAD(w_mat, w_view);
        set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
        wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
        TMOV(left, a_mat);
        TMOV(right, w_mat);
        set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
        if (row == 0) {
            TMATMUL(product, left, right);
        } else {
            TMATMUL_ACC(product, product, left, right);
        }
        // The next rows come into the same buffers.
        set_flag(PIPE_M, PIPE_MTE2, EVENT_ID0);
        wait_flag(PIPE_M, PIPE_MTE2, EVENT_ID0);
    }
    set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    GlobalTensor<float, pto::Shape<1, 1, 1, 32, 48>, pto::Stride<1536, 1536, 1536, 48, 1>> c_view(c);
    TSTORE(c_view, product);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ Tensor* a_tensor = reinterpret_cast<__gm__ Tensor*>(args[0]);
    __gm__ bfloat16_t* a = reinterpret_cast<__gm__ bfloat16_t*>(a_tensor->buffer.addr) + a_tensor->start_offset;
    __gm__ Tensor* w_tensor = reinterpret_cast<__gm__ Tensor*>(args[1]);
    __gm__ bfloat16_t* w = reinterpret_cast<__gm__ bfloat16_t*>(w_tensor->buffer.addr) + w_tensor->start_offset;
    __gm__ Tensor* c_tensor = reinterpret_cast<__gm__ Tensor*>(args[2]);
    __gm__ float* c = reinterpret_cast<__gm__ float*>(c_tensor->buffer.addr) + c_tensor->start_offset;
    matmul(a, w, c);
}
