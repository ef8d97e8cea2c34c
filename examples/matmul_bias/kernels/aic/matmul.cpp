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

// c = a @ b: bf16 operands through the cube core's buffers, fp32 result.
static __aicore__ void matmul(__gm__ bfloat16_t* a, __gm__ bfloat16_t* b, __gm__ float* c) {
#if defined(__DAV_CUBE__)
    using MatA = Tile<TileType::Mat, bfloat16_t, 32, 64, BLayout::ColMajor, 32, 64, SLayout::RowMajor, 512>;
    using MatB = Tile<TileType::Mat, bfloat16_t, 64, 48, BLayout::ColMajor, 64, 48, SLayout::RowMajor, 512>;
    using Left = Tile<TileType::Left, bfloat16_t, 32, 64, BLayout::RowMajor, 32, 64, SLayout::RowMajor, 512>;
    using Right = Tile<TileType::Right, bfloat16_t, 64, 48, BLayout::RowMajor, 64, 48, SLayout::ColMajor, 512>;
    using Acc = Tile<TileType::Acc, float, 32, 48, BLayout::ColMajor, 32, 48, SLayout::RowMajor, 1024>;
    MatA a_mat;
    MatB b_mat;
    Left left;
    Right right;
    Acc product;
    TASSIGN(a_mat, 0);
    TASSIGN(b_mat, 4096);
    TASSIGN(left, 0);
    TASSIGN(right, 0);
    TASSIGN(product, 0);
    GlobalTensor<bfloat16_t, pto::Shape<1, 1, 1, 32, 64>, pto::Stride<2048, 2048, 2048, 64, 1>> a_view(a);
    GlobalTensor<bfloat16_t, pto::Shape<1, 1, 1, 64, 48>, pto::Stride<3072, 3072, 3072, 48, 1>> b_view(b);
    GlobalTensor<float, pto::Shape<1, 1, 1, 32, 48>, pto::Stride<1536, 1536, 1536, 48, 1>> c_view(c);
    TLOAD(a_mat, a_view);
    TLOAD(b_mat, b_view);
    set_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_MTE1, EVENT_ID0);
    TMOV(left, a_mat);
    TMOV(right, b_mat);
    set_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    wait_flag(PIPE_MTE1, PIPE_M, EVENT_ID0);
    TMATMUL(product, left, right);
    set_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    wait_flag(PIPE_M, PIPE_FIX, EVENT_ID0);
    TSTORE(c_view, product);
#endif
}

// --- Kernel entry point ---
extern "C" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args) {
    __gm__ ChipTensor* a_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[0]);
    __gm__ bfloat16_t* a = reinterpret_cast<__gm__ bfloat16_t*>(a_tensor->buffer.addr) + a_tensor->start_offset;
    __gm__ ChipTensor* b_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[1]);
    __gm__ bfloat16_t* b = reinterpret_cast<__gm__ bfloat16_t*>(b_tensor->buffer.addr) + b_tensor->start_offset;
    __gm__ ChipTensor* c_tensor = reinterpret_cast<__gm__ ChipTensor*>(args[2]);
    __gm__ float* c = reinterpret_cast<__gm__ float*>(c_tensor->buffer.addr) + c_tensor->start_offset;
    matmul(a, b, c);
}
