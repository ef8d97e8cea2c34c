// Stands in for the runtime's header of this name of June and July 2026: no small floats, no BOOL.
#pragma once

#include <stub_view.h>

#include <cstdint>

constexpr int MAX_TENSOR_DIMS = 5;

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
};

inline uint64_t get_element_size(DataType type) {
    constexpr uint64_t kSizes[] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4};
    return kSizes[static_cast<int>(type)];
}
