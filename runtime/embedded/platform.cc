#include "runtime/embedded/platform.h"

#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace pto::embedded {
namespace {

constexpr uint32_t kKiB = 1024;

// Sizes: PTO-ISA's include/pto/common/buffer_limits.hpp. Cores: PLATFORM_MAX_BLOCKDIM of the runtime's
// platform_config.h.
constexpr PlatformInfo kPlatforms[] = {
    {"a2a3sim", {192 * kKiB, 512 * kKiB, 64 * kKiB, 64 * kKiB, 128 * kKiB, 1 * kKiB, 2 * kKiB}, 24, 2},
    {"a5sim", {256 * kKiB, 512 * kKiB, 64 * kKiB, 64 * kKiB, 256 * kKiB, 4 * kKiB, 4 * kKiB}, 36, 2},
};

constexpr std::string_view kBufferNames[kLocalBufferCount] = {
    "vector buffer", "matrix buffer", "left buffer", "right buffer", "accumulator", "bias buffer", "scaling buffer",
};

}  // namespace

const PlatformInfo& FindPlatform(std::string_view name) {
    std::vector<std::string> names;
    for (const PlatformInfo& platform : kPlatforms) {
        if (platform.name == name) return platform;
        names.emplace_back(platform.name);
    }
    throw Error(ErrorKind::kInput, "the embedded runtime has no platform '" + std::string(name) + "'",
                "it runs " + QuotedList(names));
}

std::string_view LocalBufferName(int index) {
    return kBufferNames[index];
}

}  // namespace pto::embedded
