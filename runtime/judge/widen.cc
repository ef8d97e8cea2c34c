#include "runtime/judge/widen.h"

#include <array>
#include <bit>
#include <cstring>

#include "base/half.h"

namespace pto::run {
namespace {

float FastBf16(uint16_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// The exponent is moved to its place and rebiased by a multiplication with 2^112, which also normalises subnormals;
// infinity and NaN, whose exponent is all ones, get the remaining bits.
float FastFp16(uint16_t bits) {
    constexpr float kRebias = 0x1p112F;
    const uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fff) << 13;
    const uint32_t scaled = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) * kRebias);
    const uint32_t special = (bits & 0x7c00) == 0x7c00 ? 0x7f800000U : 0U;
    return std::bit_cast<float>(scaled | special | static_cast<uint32_t>(bits & 0x8000) << 16);
}

template <float (*Convert)(uint16_t)>
void Widen16(const void* data, int64_t count, float* result) {
    const auto* bytes = static_cast<const char*>(data);
    for (int64_t i = 0; i < count; ++i) {
        uint16_t bits;
        std::memcpy(&bits, bytes + 2 * i, sizeof bits);
        result[i] = Convert(bits);
    }
}

using Table = std::array<float, 256>;

template <float (*Convert)(uint8_t)>
const Table& TableOf() {
    static const Table kTable = [] {
        Table table;
        for (size_t i = 0; i < table.size(); ++i) table[i] = Convert(static_cast<uint8_t>(i));
        return table;
    }();
    return kTable;
}

void Widen8(const Table& table, const void* data, int64_t count, float* result) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    for (int64_t i = 0; i < count; ++i) result[i] = table[bytes[i]];
}

}  // namespace

void WidenToFloat(HostForm form, const void* data, int64_t count, float* result) {
    switch (form) {
        case HostForm::kBf16:
            return Widen16<FastBf16>(data, count, result);
        case HostForm::kFp16:
            return Widen16<FastFp16>(data, count, result);
        case HostForm::kFp8E4M3:
            return Widen8(TableOf<Fp8E4M3ToFloat>(), data, count, result);
        case HostForm::kFp8E5M2:
            return Widen8(TableOf<Fp8E5M2ToFloat>(), data, count, result);
        case HostForm::kFp8E8M0:
            return Widen8(TableOf<Fp8E8M0ToFloat>(), data, count, result);
        default:
            std::memcpy(result, data, static_cast<size_t>(count) * sizeof(float));
    }
}

}  // namespace pto::run
