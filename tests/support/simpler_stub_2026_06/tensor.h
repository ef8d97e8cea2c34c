// Stands in for the runtime's header of mid June 2026, whose name was another: a tensor is an address and a shape.
#pragma once

#include <data_type.h>

struct ContinuousTensor {
    uint64_t data;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t ndims;
    DataType dtype;
    uint8_t child_memory;
};
using StubTensor = ContinuousTensor;

inline StubView ViewOf(const ContinuousTensor& tensor) {
    StubView view{tensor.data, 0, get_element_size(tensor.dtype), tensor.child_memory != 0, {}};
    for (uint32_t i = tensor.ndims; i-- > 0; view.bytes *= tensor.shapes[i]) {
        view.strides[i] = static_cast<uint32_t>(view.bytes / get_element_size(tensor.dtype));
    }
    return view;
}
