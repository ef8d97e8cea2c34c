#include <cstddef>
#include <cstdint>

#include "tests/fuzz/checks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    pto::fuzz::RequireNothing(pto::fuzz::CheckGolden({reinterpret_cast<const char*>(data), size}));
    return 0;
}
