// Compiles where a kernel has a real bfloat16: the condition is that of PTO-ISA's simulator headers.
#include <cmath>
#if !__has_include(<stdfloat>) || __cplusplus < 202302L || !defined(__STDCPP_BFLOAT16_T__)
#error "no std::bfloat16_t"
#endif
#include <stdfloat>

static_assert(sizeof(std::bfloat16_t) == 2 && std::numeric_limits<std::bfloat16_t>::has_infinity);
std::bfloat16_t AddOne(std::bfloat16_t value) {
    return static_cast<std::bfloat16_t>(static_cast<float>(value) + 1.0F);
}
