#include "base/float_control.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace pto {

#if defined(__x86_64__)

namespace {
constexpr unsigned kFlags = 0x3f;
}

FloatControl FloatControl::OfThisThread() {
    uint16_t x87 = 0;
    asm volatile("fnstcw %0" : "=m"(x87));
    return {_mm_getcsr() & ~kFlags, x87};
}

void FloatControl::Set() const {
    const auto x87 = static_cast<uint16_t>(second);
    _mm_setcsr(static_cast<unsigned>(first) | (_mm_getcsr() & kFlags));
    asm volatile("fldcw %0" : : "m"(x87));
}

#elif defined(__aarch64__)

FloatControl FloatControl::OfThisThread() {
    uint64_t fpcr = 0;
    asm volatile("mrs %0, fpcr" : "=r"(fpcr));
    return {fpcr, 0};
}

void FloatControl::Set() const {
    asm volatile("msr fpcr, %0" : : "r"(first));
}

#else

FloatControl FloatControl::OfThisThread() {
    return {static_cast<uint64_t>(std::fegetround()), 0};
}

void FloatControl::Set() const {
    std::fesetround(static_cast<int>(first));
}

#endif

}  // namespace pto
