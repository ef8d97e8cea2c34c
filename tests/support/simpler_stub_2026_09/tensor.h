// Stands in for the runtime's header of this name of 2026-09: nothing about tasks.
#pragma once

#include <data_type.h>

struct BufferPlace {
    uint64_t addr;
    uint64_t size;
};

struct ChipTensor {
    BufferPlace buffer;
    uint64_t start_offset;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t strides[MAX_TENSOR_DIMS];
    uint32_t ndims;
    DataType dtype;
    AddressSpace address_space;
};
using StubTensor = ChipTensor;

inline ChipTensor make_tensor_strided(void* addr, const uint32_t shapes[], const uint32_t strides[], uint32_t ndims,
                                      DataType dtype, AddressSpace space) {
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

inline StubView ViewOf(const ChipTensor& tensor) {
    StubView view{
        tensor.buffer.addr, tensor.start_offset, tensor.buffer.size, tensor.address_space == AddressSpace::DEVICE, {}};
    for (uint32_t i = 0; i < tensor.ndims; ++i) view.strides[i] = tensor.strides[i];
    return view;
}
