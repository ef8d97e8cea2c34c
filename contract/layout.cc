#include "contract/layout.h"

#include "base/hash.h"
#include "base/text.h"

namespace pto {

std::string OwnName(const std::string& name) {
    constexpr size_t kLongest = 200;
    constexpr size_t kDigest = 16;
    if (name.size() <= kLongest) return name;
    return std::string(CutUtf8(name, kLongest - kDigest - 1)) + "-" + ContentHash(name).substr(0, kDigest);
}

}  // namespace pto
