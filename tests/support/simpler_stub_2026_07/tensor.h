// Stands in for the runtime's header of this name of mid July 2026: strides are filled in by who has some.
#pragma once

#include <data_type.h>

struct BufferPlace {
    uint64_t addr;
    uint64_t size;
};

struct alignas(64) Tensor {
    BufferPlace buffer;
    uint64_t owner;
    uint64_t start_offset;
    int32_t version;
    uint32_t ndims;
    DataType dtype;
    bool manual_dep;
    bool is_contiguous;
    uint8_t child_memory;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint64_t extent_elem_cache;
    uint32_t strides[MAX_TENSOR_DIMS];
};
using StubTensor = Tensor;

inline Tensor make_tensor_external(void* addr, const uint32_t shapes[], uint32_t ndims, DataType dtype, bool manual_dep,
                                   int32_t version, uint8_t child_memory) {
    Tensor tensor{};
    tensor.buffer.addr = reinterpret_cast<uint64_t>(addr);
    tensor.version = version;
    tensor.ndims = ndims;
    tensor.dtype = dtype;
    tensor.manual_dep = manual_dep;
    tensor.child_memory = child_memory;
    for (uint32_t i = 0; i < ndims; ++i) tensor.shapes[i] = shapes[i];
    return tensor;
}

inline StubView ViewOf(const Tensor& tensor) {
    StubView view{tensor.buffer.addr, tensor.start_offset, tensor.buffer.size, tensor.child_memory != 0, {}};
    for (uint32_t i = 0; i < tensor.ndims; ++i) view.strides[i] = tensor.strides[i];
    view.gaps = !tensor.is_contiguous;
    view.extent = tensor.extent_elem_cache;
    return view;
}
