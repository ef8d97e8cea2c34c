#include "tests/cross/verdict.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/dtype.h"

namespace pto::cross {
namespace {

uint64_t BitsOf(const Element& element, const void* elements, size_t index) {
    uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(elements) + index * element.bytes, element.bytes);
    return bits;
}

double ValueOf(const Element& element, const void* elements, size_t index) {
    return LoadAsDouble(*FindDType(element.dtype), static_cast<const char*>(elements) + index * element.bytes);
}

// Floats of one sign are ordered as their bits are; this makes that one line through zero.
int64_t Rank(uint64_t bits, size_t bytes) {
    const uint64_t sign = uint64_t{1} << (bytes * 8 - 1);
    const auto magnitude = static_cast<int64_t>(bits & (sign - 1));
    return bits & sign ? -magnitude : magnitude;
}

bool Same(const Element& element, const void* a, const void* b, size_t index, int ulps) {
    const uint64_t bits_a = BitsOf(element, a, index), bits_b = BitsOf(element, b, index);
    if (bits_a == bits_b) return true;
    if (!element.is_float) return false;
    const bool nan_a = std::isnan(ValueOf(element, a, index)), nan_b = std::isnan(ValueOf(element, b, index));
    if (nan_a || nan_b) return nan_a && nan_b;
    return ulps > 0 && std::abs(Rank(bits_a, element.bytes) - Rank(bits_b, element.bytes)) <= ulps;
}

std::string Show(const Element& element, const void* elements, size_t index) {
    return fmt::format("{:.9g} (0x{:0{}x})", ValueOf(element, elements, index), BitsOf(element, elements, index),
                       element.bytes * 2);
}

}  // namespace

std::string Difference(const Element& element, const void* embedded, const void* pto_isa, size_t count, int ulps) {
    size_t different = 0, first = 0;
    for (size_t i = 0; i < count; ++i) {
        if (Same(element, embedded, pto_isa, i, ulps)) continue;
        if (different++ == 0) first = i;
    }
    if (different == 0) return {};
    return fmt::format("{} of {} elements differ, first [{}]: embedded {}, PTO-ISA {}", different, count, first,
                       Show(element, embedded, first), Show(element, pto_isa, first));
}

}  // namespace pto::cross
