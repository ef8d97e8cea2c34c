#include "runtime/core/random_values.h"

#include <cstring>

namespace pto::run {
namespace {

double Normal(SplitMix64& source) {
    constexpr int kDraws = 12;
    constexpr int kDrawsPerWord = 4;
    int64_t sum = 0;
    for (int word = 0; word < kDraws / kDrawsPerWord; ++word) {
        const uint64_t bits = source.Next();
        for (int draw = 0; draw < kDrawsPerWord; ++draw) sum += static_cast<int64_t>((bits >> (16 * draw)) & 0xffff);
    }
    // A 16-bit draw has mean 65535 / 2 and, in units of 65536, variance 1 / 12.
    return static_cast<double>(2 * sum - int64_t{kDraws} * 65535) / 131072.0;
}

double Value(HostForm form, SplitMix64& source) {
    switch (form) {
        case HostForm::kBool:
            return static_cast<double>(source.Next() >> 63);
        case HostForm::kSigned:
        case HostForm::kUnsigned:
            return static_cast<double>(source.Next() >> 61);
        case HostForm::kFp8E8M0:
            return static_cast<double>(1U << (source.Next() >> 62)) / 4.0;
        default:
            return Normal(source);
    }
}

}  // namespace

uint64_t SplitMix64::Next() {
    state_ += 0x9e3779b97f4a7c15U;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
}

void FillRandom(Tensor& tensor, uint64_t seed, uint64_t position) {
    if (tensor.dtype->form == HostForm::kNone) return;
    // Hashing the position keeps neighbouring streams from overlapping, as seed + position would.
    SplitMix64 source(SplitMix64(seed).Next() ^ SplitMix64(~position).Next());
    const auto bytes = static_cast<size_t>(tensor.dtype->bits / 8);
    uint8_t* end = tensor.bytes.data() + tensor.bytes.size();
    if (tensor.dtype->form == HostForm::kPacked) {
        for (uint8_t* byte = tensor.bytes.data(); byte < end; ++byte) *byte = static_cast<uint8_t>(source.Next() >> 56);
        return;
    }
    if (tensor.dtype->form == HostForm::kFp32) {
        for (uint8_t* element = tensor.bytes.data(); element < end; element += bytes) {
            const auto value = static_cast<float>(Normal(source));
            std::memcpy(element, &value, sizeof value);
        }
        return;
    }
    for (uint8_t* element = tensor.bytes.data(); element < end; element += bytes) {
        StoreFromDouble(*tensor.dtype, Value(tensor.dtype->form, source), element);
    }
}

}  // namespace pto::run
