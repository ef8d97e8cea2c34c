// The tensor descriptor that orchestrations pass around and kernels receive. Its 128 bytes are read by generated
// kernels field by field, so every offset is checked below.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <type_traits>
#include <utility>
#if !defined(__DAV_VEC__) && !defined(__DAV_CUBE__)
#include <string>
#endif

#include "assert_compat.h"
#include "data_type.h"
#include "task_id.h"

struct PTOBufferHandle {
    uint64_t addr;  // bytes
    uint64_t size;  // bytes
};

// How a task uses a tensor argument; decides the dependencies in automatic scopes.
enum class TensorArgType : int32_t {
    INPUT = 0,
    OUTPUT = 1,  // allocated by the runtime when the task is submitted
    INOUT = 2,
    OUTPUT_EXISTING = 3,  // written, not read
    NO_DEP = 4,
};

// A view of a buffer. Shapes, strides and offsets count elements; strides are always positive. A default-constructed
// tensor is uninitialised: valid ones come from make_tensor_external, make_tensor_strided, the runtime, or a view of
// another. Every view operation leaves the memory alone.
struct alignas(64) Tensor {
    PTOBufferHandle buffer;
    TaskId owner_task_id;  // the task that allocated it; invalid for arguments of the program
    uint64_t start_offset;
    int32_t version;
    uint32_t ndims;
    DataType dtype;
    bool manual_dep;     // orders itself after its creator only
    bool is_contiguous;  // dense and row-major; the stride of a dimension of size 1 never counts, as nothing takes it
    AddressSpace address_space;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint64_t extent_elem_cache;  // see extent_elem
    uint32_t strides[MAX_TENSOR_DIMS];
    uint8_t _pad_cl2[36];

    Tensor() = default;

    uint64_t numel() const {
        uint64_t count = 1;
        for (uint32_t i = 0; i < ndims; i++) count *= shapes[i];
        return count;
    }

    // The smallest n such that every element lies in [start_offset, start_offset + n).
    uint64_t extent_elem() const { return is_contiguous ? numel() : extent_elem_cache; }
    bool is_device_memory() const { return address_space == AddressSpace::DEVICE; }
    uint64_t nbytes() const { return numel() * get_element_size(dtype); }

    // Base of the buffer, not of the view.
    template <typename T>
    T* data_as() const {
        return reinterpret_cast<T*>(static_cast<uintptr_t>(buffer.addr));
    }

    void init_external(void* addr, uint64_t buffer_size_bytes, const uint32_t in_shapes[], uint32_t in_ndims,
                       DataType in_dtype, int32_t in_version, bool in_manual_dep = false,
                       AddressSpace in_address_space = AddressSpace::HOST) {
        always_assert(in_ndims > 0 && in_ndims <= static_cast<uint32_t>(MAX_TENSOR_DIMS));
        buffer = {reinterpret_cast<uint64_t>(addr), buffer_size_bytes};
        owner_task_id = TaskId::invalid();
        start_offset = 0;
        version = in_version;
        ndims = in_ndims;
        dtype = in_dtype;
        manual_dep = in_manual_dep;
        address_space = in_address_space;
        SetDense(in_shapes, in_ndims);
    }

    void init_from(const Tensor& other) { *this = other; }
    void copy(const Tensor& other) { *this = other; }

    // Elements from buffer.addr; any number of leading indices may be given.
    uint64_t compute_flat_offset(const uint32_t indices[], uint32_t count) const {
        uint64_t offset = start_offset;
        for (uint32_t i = 0; i < count; i++) offset += static_cast<uint64_t>(indices[i]) * strides[i];
        return offset;
    }

    // A box inside this view. A box with an empty dimension touches nothing, so its offsets may lie outside.
    Tensor view(const uint32_t view_shapes[], const uint32_t view_offsets[], bool in_manual_dep = false) const {
        Tensor result = *this;
        result.manual_dep = in_manual_dep;
        bool empty = false;
        for (uint32_t i = 0; i < ndims; i++) empty = empty || view_shapes[i] == 0;
        for (uint32_t i = 0; i < ndims; i++) {
            result.shapes[i] = view_shapes[i];
            if (empty) continue;
            debug_assert(static_cast<uint64_t>(view_offsets[i]) + view_shapes[i] <= shapes[i]);
            result.start_offset += static_cast<uint64_t>(view_offsets[i]) * strides[i];
        }
        result.Refresh();
        if (empty) {
            result.is_contiguous = true;
            result.extent_elem_cache = 0;
        } else {
            result.CheckInsideBuffer();
        }
        return result;
    }

    bool valid_transpose(uint32_t x, uint32_t y) const { return x < ndims && y < ndims; }

    Tensor transpose(uint32_t x, uint32_t y, bool in_manual_dep = false) const {
        debug_assert(valid_transpose(x, y));
        Tensor result = *this;
        result.manual_dep = in_manual_dep;
        std::swap(result.shapes[x], result.shapes[y]);
        std::swap(result.strides[x], result.strides[y]);
        result.Refresh();
        return result;
    }

    // Dimension i of the result is dimension order[i] of this tensor.
    Tensor permute(const uint32_t order[], bool in_manual_dep = false) const {
        Tensor result = *this;
        result.manual_dep = in_manual_dep;
        for (uint32_t i = 0; i < ndims; i++) {
            debug_assert(order[i] < ndims);
            result.shapes[i] = shapes[order[i]];
            result.strides[i] = strides[order[i]];
        }
        result.Refresh();
        return result;
    }

    // Elements start, start + step, ... below end of one dimension.
    Tensor slice(uint32_t dim, uint32_t start, uint32_t end, uint32_t step = 1, bool in_manual_dep = false) const {
        debug_assert(dim < ndims && step >= 1 && end > start && end <= shapes[dim]);
        Tensor result = *this;
        result.manual_dep = in_manual_dep;
        result.start_offset += static_cast<uint64_t>(start) * strides[dim];
        result.shapes[dim] = (end - start + step - 1) / step;
        result.strides[dim] = strides[dim] * step;
        result.Refresh();
        result.CheckInsideBuffer();
        return result;
    }

    bool valid_reshape(const uint32_t new_shapes[], uint32_t new_ndims) const {
        uint64_t count = 1;
        for (uint32_t i = 0; i < new_ndims; i++) count *= new_shapes[i];
        return count == numel();
    }

    // Only a contiguous tensor can be reshaped without a copy.
    Tensor reshape(const uint32_t new_shapes[], uint32_t new_ndims, bool in_manual_dep = false) const {
        debug_assert(valid_reshape(new_shapes, new_ndims));
        always_assert(is_contiguous);
        Tensor result = *this;
        result.ndims = new_ndims;
        result.manual_dep = in_manual_dep;
        result.SetDense(new_shapes, new_ndims);
        return result;
    }

#if !defined(__DAV_VEC__) && !defined(__DAV_CUBE__)
    std::string dump() const {
        std::string text = std::string(get_dtype_name(dtype)) + " [";
        for (uint32_t i = 0; i < ndims; i++) text += (i > 0 ? ", " : "") + std::to_string(shapes[i]);
        text += "] strides [";
        for (uint32_t i = 0; i < ndims; i++) text += (i > 0 ? ", " : "") + std::to_string(strides[i]);
        return text + "] start_offset " + std::to_string(start_offset) + " buffer " + std::to_string(buffer.addr) +
               " (" + std::to_string(buffer.size) + " bytes)";
    }
#endif

  private:
    void SetDense(const uint32_t in_shapes[], uint32_t in_ndims) {
        uint64_t stride = 1;
        for (uint32_t i = in_ndims; i-- > 0;) {
            shapes[i] = in_shapes[i];
            strides[i] = static_cast<uint32_t>(stride);
            stride *= in_shapes[i];
        }
        extent_elem_cache = stride;
        is_contiguous = true;
    }

    // Recomputes what follows from shapes and strides.
    void Refresh() {
        uint64_t extent = 1;
        uint64_t dense = 1;
        bool contiguous = true;
        for (uint32_t i = ndims; i-- > 0;) {
            contiguous = contiguous && (strides[i] == dense || shapes[i] == 1);
            if (shapes[i] > 0) extent += static_cast<uint64_t>(shapes[i] - 1) * strides[i];
            dense *= shapes[i];
        }
        extent_elem_cache = extent;
        is_contiguous = contiguous;
    }

    void CheckInsideBuffer() const {
        debug_assert(get_element_size(dtype) == 0 ||
                     start_offset + extent_elem_cache <= buffer.size / get_element_size(dtype));
    }

    friend Tensor make_tensor_strided(void*, const uint32_t[], const uint32_t[], uint32_t, DataType, bool, int32_t,
                                      AddressSpace);
};

static_assert(std::is_trivially_copyable_v<Tensor>, "descriptors are copied as bytes");
static_assert(sizeof(Tensor) == 128 && offsetof(Tensor, owner_task_id) == 16 && offsetof(Tensor, start_offset) == 24 &&
                  offsetof(Tensor, version) == 32 && offsetof(Tensor, ndims) == 36 && offsetof(Tensor, dtype) == 40 &&
                  offsetof(Tensor, manual_dep) == 41 && offsetof(Tensor, is_contiguous) == 42 &&
                  offsetof(Tensor, address_space) == 43 && offsetof(Tensor, shapes) == 44 &&
                  offsetof(Tensor, extent_elem_cache) == 64 && offsetof(Tensor, strides) == 72,
              "the layout is part of the kernel ABI");

// A dense tensor over memory that exists already.
inline Tensor make_tensor_external(void* addr, const uint32_t shapes[], uint32_t ndims,
                                   DataType dtype = DataType::FLOAT32, bool manual_dep = false, int32_t version = 0,
                                   AddressSpace address_space = AddressSpace::HOST) {
    uint64_t count = 1;
    for (uint32_t i = 0; i < ndims; i++) count *= shapes[i];
    Tensor result;
    result.init_external(addr, count * get_element_size(dtype), shapes, ndims, dtype, version, manual_dep,
                         address_space);
    return result;
}

// A view whose first element is at `addr`.
inline Tensor make_tensor_strided(void* addr, const uint32_t shapes[], const uint32_t strides[], uint32_t ndims,
                                  DataType dtype = DataType::FLOAT32, bool manual_dep = false, int32_t version = 0,
                                  AddressSpace address_space = AddressSpace::HOST) {
    Tensor result;
    result.init_external(addr, 0, shapes, ndims, dtype, version, manual_dep, address_space);
    for (uint32_t i = 0; i < ndims; i++) result.strides[i] = strides[i];
    result.Refresh();
    result.buffer.size = result.extent_elem_cache * get_element_size(dtype);
    return result;
}

// The runtimes have a namespace each. The type is one here, since a program is compiled for one of them.
namespace simpler::tmr {
using ::make_tensor_external;
using ::make_tensor_strided;
using ::Tensor;
}  // namespace simpler::tmr
namespace simpler::hbg {
using ::make_tensor_external;
using ::make_tensor_strided;
using ::Tensor;
}  // namespace simpler::hbg
