// Roundings to bfloat16 that clang calls and older libgcc does not have.
#include <cstdint>

namespace {

// Rounds to nearest even by looking at the exact value: the bits cut off decide, ties go to an even last bit.
uint16_t RoundToBrain(double value) {
    const uint64_t bits = __builtin_bit_cast(uint64_t, value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 48) & 0x8000u);
    if (value != value) return static_cast<uint16_t>(sign | 0x7fc0u);
    int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023;
    if (exponent > 127) return static_cast<uint16_t>(sign | 0x7f80u);
    if (exponent < -140) return sign;
    const uint64_t significand = (bits & 0xfffffffffffffULL) | 0x10000000000000ULL;  // 53 bits
    const int cut = exponent >= -126 ? 45 : 45 + (-126 - exponent);  // 8 bits are kept, fewer if subnormal
    if (cut > 53) return sign;
    const uint64_t rest = significand & ((uint64_t{1} << cut) - 1), tie = uint64_t{1} << (cut - 1);
    uint64_t kept = significand >> cut;
    if (rest > tie || (rest == tie && (kept & 1))) ++kept;
    const uint64_t base = exponent >= -126 ? (static_cast<uint64_t>(exponent + 127) << 7) - 0x80 : 0;
    return static_cast<uint16_t>(sign | (base + kept));
}

}  // namespace

extern "C" __bf16 __truncsfbf2(float value) {
    return __builtin_bit_cast(__bf16, RoundToBrain(value));
}
extern "C" __bf16 __truncdfbf2(double value) {
    return __builtin_bit_cast(__bf16, RoundToBrain(value));
}
