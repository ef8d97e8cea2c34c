// A tensor among a program's arguments, in each form that the runtime has had for it. Part of adapter.cc; templates,
// since each names what only some revisions have.
#ifndef PTO_SIMPLER_ADAPTER_TENSOR_H
#define PTO_SIMPLER_ADAPTER_TENSOR_H

#include <cstdint>
#include <stdexcept>

#include "adapter_api.h"
#include "adapter_features.h"

namespace pto_tensor {

using namespace pto_features;

// Numbers of pto-replay whose names the runtime got later than the rest.
enum : int32_t { kBool = 11, kFp8E4M3Fn = 12, kFp8E8M0 = 13, kFp4E2M1 = 14 };

// The runtime wants to know how many bytes an element has. Where it has no name for a type of one byte, those are
// UINT8.
template <typename Type>
Type TypeOf(int32_t number) {
    if (number < kBool) return static_cast<Type>(number);
    if constexpr (Has_bool_type<Type>::value) {
        if (number == kBool) return Type::BOOL;
    }
    if constexpr (Has_small_floats<Type>::value) {
        if (number == kFp8E4M3Fn) return Type::FP8E4M3FN;
        if (number == kFp8E8M0) return Type::FP8E8M0;
        if (number == kFp4E2M1) return Type::FP4E2M1;
    }
    return Type::UINT8;
}

inline bool IsDense(const PtoSimplerTensor& tensor) {
    uint64_t stride = 1;
    for (uint32_t i = tensor.rank; i-- > 0; stride *= tensor.shape[i]) {
        if (tensor.strides[i] != stride) return false;
    }
    return true;
}

// From the first element to the last one, in elements.
inline uint64_t Extent(const PtoSimplerTensor& tensor) {
    uint64_t extent = 1;
    for (uint32_t i = 0; i < tensor.rank; ++i) {
        if (tensor.shape[i] == 0) return 0;
        extent += static_cast<uint64_t>(tensor.shape[i] - 1) * tensor.strides[i];
    }
    return extent;
}

template <typename Tensor, typename Type>
Tensor AddressAndShape(const PtoSimplerTensor& tensor, Type type) {
    if (!IsDense(tensor)) {
        throw std::invalid_argument("a tensor with gaps between its rows, which this runtime has no form for");
    }
    Tensor result{};
    result.data = tensor.address + tensor.start_offset * get_element_size(type);
    result.ndims = tensor.rank;
    result.dtype = type;
    result.child_memory = tensor.on_device != 0 ? 1 : 0;
    for (uint32_t i = 0; i < tensor.rank; ++i) result.shapes[i] = tensor.shape[i];
    return result;
}

template <typename Tensor, typename Type>
Tensor WithStridesFilled(const PtoSimplerTensor& tensor, Type type, void* address) {
    const auto on_device = static_cast<decltype(Tensor::child_memory)>(tensor.on_device != 0 ? 1 : 0);
    Tensor result = make_tensor_external(address, tensor.shape, tensor.rank, type, false, 0, on_device);
    for (uint32_t i = 0; i < tensor.rank; ++i) result.strides[i] = tensor.strides[i];
    result.is_contiguous = IsDense(tensor);
    result.extent_elem_cache = Extent(tensor);
    return result;
}

template <typename Tensor, typename Type>
Tensor WithStrides(const PtoSimplerTensor& tensor, Type type, void* address) {
    using Space = decltype(Tensor::address_space);
    const Space space = tensor.on_device != 0 ? Space::DEVICE : Space::HOST;
    if constexpr (kTensorsHaveTaskFields) {
        return make_tensor_strided(address, tensor.shape, tensor.strides, tensor.rank, type, false, 0, space);
    } else {
        return make_tensor_strided(address, tensor.shape, tensor.strides, tensor.rank, type, space);
    }
}

template <typename Tensor, typename Type>
Tensor Make(const PtoSimplerTensor& tensor) {
    const Type type = TypeOf<Type>(tensor.dtype);
    if constexpr (kTensorsAreAddresses) {
        return AddressAndShape<Tensor>(tensor, type);
    } else {
        void* address = reinterpret_cast<void*>(static_cast<uintptr_t>(tensor.address));
        Tensor result;
        if constexpr (kTensorsWantStrides) {
            result = WithStridesFilled<Tensor>(tensor, type, address);
        } else {
            result = WithStrides<Tensor>(tensor, type, address);
        }
        result.buffer.size = tensor.bytes;
        result.start_offset = tensor.start_offset;
        return result;
    }
}

}  // namespace pto_tensor

#endif
