// Stands in for the runtime's header of this name.
#pragma once

#include <data_type.h>

struct BufferPlace {
    uint64_t addr;
    uint64_t size;
};

struct alignas(64) ChipTensor {
    BufferPlace buffer;
    uint64_t start_offset;
    int32_t version;
    uint32_t ndims;
    DataType dtype;
    bool manual_dep;
    AddressSpace address_space;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t strides[MAX_TENSOR_DIMS];
};
using StubTensor = ChipTensor;

inline ChipTensor make_tensor_strided(void* addr, const uint32_t shapes[], const uint32_t strides[], uint32_t ndims,
                                      DataType dtype, bool manual_dep, int32_t version, AddressSpace space) {
    ChipTensor tensor{};
    tensor.manual_dep = manual_dep;
    tensor.version = version;
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
