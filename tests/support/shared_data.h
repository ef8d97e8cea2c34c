// Where the reference data lie that some tests need; they skip where these are absent.
#pragma once

#include <cstdlib>
#include <string>

namespace pto::test {

// PTO_SHARED, else the place that the build was configured with.
inline std::string SharedRoot() {
    const char* chosen = std::getenv("PTO_SHARED");
    return chosen != nullptr ? chosen : PTO_SHARED_DIR;
}

}  // namespace pto::test
