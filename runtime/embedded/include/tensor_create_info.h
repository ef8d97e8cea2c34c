// What a program asks for when the runtime is to allocate a tensor. Must outlive the submit it is used in.
#pragma once

#include <stdint.h>

#include "assert_compat.h"
#include "data_type.h"
#include "pto_ninja/orchestration_abi.h"
#include "tensor.h"

class TensorCreateInfo {
  public:
    TensorCreateInfo() = default;
    __attribute__((noinline)) TensorCreateInfo(const uint32_t shapes_in[], uint32_t ndims_in,
                                               DataType dtype_in = DataType::FLOAT32, bool manual_dep_in = false)
        : ndims(ndims_in), dtype(dtype_in), manual_dep(manual_dep_in) {
        always_assert(ndims_in > 0 && ndims_in <= static_cast<uint32_t>(MAX_TENSOR_DIMS));
        for (uint32_t i = 0; i < ndims_in; i++) shapes[i] = shapes_in[i];
    }

    void copy(const TensorCreateInfo& other) { *this = other; }

    // Fills the tensor; `value` has the type of its elements (bits of other types are taken as they are).
    template <typename T = uint64_t>
    void set_initial_value(T value) {
        has_initial_value = true;
        initial_value = to_u64(value);
    }

    uint64_t buffer_size_bytes() const {
        uint64_t count = 1;
        for (uint32_t i = 0; i < ndims; i++) count *= shapes[i];
        return count * get_element_size(dtype);
    }

    uint64_t initial_value = 0;
    bool has_initial_value = false;
    uint32_t ndims = 0;
    DataType dtype = DataType::FLOAT32;
    bool manual_dep = false;
    uint32_t shapes[MAX_TENSOR_DIMS] = {};
};

namespace pto_ninja {
inline TensorRequest ToRequest(const TensorCreateInfo& info) {
    TensorRequest request{};
    request.ndims = info.ndims;
    request.dtype = static_cast<uint8_t>(info.dtype);
    request.manual_dep = info.manual_dep ? 1 : 0;
    request.has_initial_value = info.has_initial_value ? 1 : 0;
    request.initial_value = info.initial_value;
    for (int i = 0; i < MAX_TENSOR_DIMS; i++) request.shapes[i] = info.shapes[i];
    return request;
}
}  // namespace pto_ninja
