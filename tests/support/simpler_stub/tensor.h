// Stands in for the runtime's header of this name.
#pragma once

#include <cstdint>

constexpr int MAX_TENSOR_DIMS = 5;

enum class AddressSpace : uint8_t { HOST = 0, DEVICE = 1 };

enum class DataType : uint8_t {
    FLOAT32,
    FLOAT16,
    INT32,
    INT16,
    INT8,
    UINT8,
    BFLOAT16,
    INT64,
    UINT64,
    UINT16,
    UINT32,
    BOOL,
    FP8E4M3FN,
    FP8E8M0,
    FP4E2M1,
};

struct BufferPlace {
    uint64_t addr;
    uint64_t size;
};

struct alignas(64) ChipTensor {
    BufferPlace buffer;
    uint64_t start_offset;
    uint32_t ndims;
    DataType dtype;
    AddressSpace address_space;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t strides[MAX_TENSOR_DIMS];
};

inline ChipTensor make_tensor_strided(void* addr, const uint32_t shapes[], const uint32_t strides[], uint32_t ndims,
                                      DataType dtype, bool, int32_t, AddressSpace space) {
    ChipTensor tensor{};
    tensor.buffer.addr = reinterpret_cast<uint64_t>(addr);
    tensor.ndims = ndims;
    tensor.dtype = dtype;
    tensor.address_space = space;
    for (uint32_t i = 0; i < ndims; ++i) {
        tensor.shapes[i] = shapes[i];
        tensor.strides[i] = strides[i];
    }
    return tensor;
}
