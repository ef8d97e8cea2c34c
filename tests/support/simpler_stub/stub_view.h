// What a test looks at of a tensor and of a run's configuration, whatever a generation calls it.
#pragma once

#include <array>
#include <cstdint>

struct StubView {
    uint64_t address;
    uint64_t offset;  // elements
    uint64_t bytes;
    bool on_device;
    std::array<uint32_t, 5> strides;
    bool gaps = false;  // as the tensor says; where it does not, false and 0
    uint64_t extent = 0;
};

using StubNumbers = std::array<int32_t, 6>;
