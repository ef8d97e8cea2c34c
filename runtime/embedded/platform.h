// The chips that the embedded runtime imitates: sizes of a core's memories and number of cores.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/embedded/include/pto_ninja/abi.h"

namespace pto::embedded {

inline constexpr int kLocalBufferCount = static_cast<int>(pto_ninja::LocalBuffer::kCount);

struct PlatformInfo {
    std::string_view name;                     // "a2a3sim"
    uint32_t buffer_bytes[kLocalBufferCount];  // in the order of pto_ninja::LocalBuffer
    int clusters;                              // one cube core and `lanes` vector cores each
    int lanes;
};

// Throws an input Error for a platform that is no simulator.
const PlatformInfo& FindPlatform(std::string_view name);

// "vector buffer", as it appears in messages.
std::string_view LocalBufferName(int index);

}  // namespace pto::embedded
