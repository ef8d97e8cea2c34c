// Conversions between the small floating formats and float, rounding to nearest even, bit exact for subnormals, inf,
// NaN.
#pragma once

#include <cstdint>

namespace pto {

float Fp16ToFloat(uint16_t bits);
uint16_t FloatToFp16(float value);
float Bf16ToFloat(uint16_t bits);
uint16_t FloatToBf16(float value);

// OCP 8-bit formats. E4M3FN has no infinity, its largest value is 448 and overflow becomes NaN (as torch rounds it).
float Fp8E4M3ToFloat(uint8_t bits);
uint8_t FloatToFp8E4M3(float value);
float Fp8E5M2ToFloat(uint8_t bits);
uint8_t FloatToFp8E5M2(float value);
// E8M0FNU: 2^(bits - 127), 0xff is NaN.
float Fp8E8M0ToFloat(uint8_t bits);
uint8_t FloatToFp8E8M0(float value);

}  // namespace pto
