#include "tests/cross/random_values.h"

#include <cmath>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "base/dtype.h"

namespace pto::cross {
namespace {

const Element kElements[] = {
    {"f32", "fp32", "float", 4, true},           {"f16", "fp16", "half", 2, true},
    {"bf16", "bfloat16", "bfloat16_t", 2, true}, {"s8", "int8", "int8_t", 1, false},
    {"u8", "uint8", "uint8_t", 1, false},        {"s16", "int16", "int16_t", 2, false},
    {"u16", "uint16", "uint16_t", 2, false},     {"s32", "int32", "int32_t", 4, false},
    {"u32", "uint32", "uint32_t", 4, false},     {"s64", "int64", "int64_t", 8, false},
    {"u64", "uint64", "uint64_t", 8, false},
};

// Where floats behave unlike their neighbours: signed zeros, halves, the limits of half and of the integers,
// subnormals.
const double kSpecialFloats[] = {
    0.0,  -0.0,  0.5,   -0.5,   1.5,    2.5,     -2.5,         INFINITY,      -INFINITY, NAN,   1e-42,  -3e-39,  6e-8,
    3e-5, 65504, 65520, -70000, 3.3e38, -3.3e38, 2147483648.0, -2147483904.0, 255.5,     127.5, -128.5, 1.0 / 3, -1};
const double kFiniteFloats[] = {0.0, -0.0, 0.5, -0.5, 1.5, -2.5, 6e-8, -6e-8, 1e-41, 1.0 / 3};

double OrdinaryFloat(Random& random) {
    return random.Between(-8, 8);
}

double AnyFloat(Random& random, bool finite) {
    if (random.Below(4) != 0) return OrdinaryFloat(random);
    if (finite) return kFiniteFloats[random.Below(std::size(kFiniteFloats))];
    return kSpecialFloats[random.Below(std::size(kSpecialFloats))];
}

// Of `bytes` bytes: 0, 1, -1, the limits and their neighbours.
uint64_t SpecialInteger(Random& random, size_t bytes) {
    const uint64_t top = uint64_t{1} << (bytes * 8 - 1);
    const uint64_t specials[] = {0, 1, ~uint64_t{0}, top, top - 1, top + 1, ~uint64_t{1}, 2};
    return specials[random.Below(std::size(specials))];
}

void FillFloat(Random& random, const DType& dtype, const Values& values, void* element) {
    if (values.fill == Fill::kRange) return StoreFromDouble(dtype, random.Between(values.low, values.high), element);
    // A bit pattern of any size and sign, which is how the subnormals of each type come about.
    if (values.fill != Fill::kFinite && random.Below(6) == 0) {
        const uint64_t bits = random.Next() >> 13;
        std::memcpy(element, &bits, static_cast<size_t>(dtype.bits) / 8);
        return;
    }
    StoreFromDouble(dtype, AnyFloat(random, values.fill == Fill::kFinite), element);
}

void FillInteger(Random& random, size_t bytes, const Values& values, void* element) {
    uint64_t bits = 0;
    if (values.fill == Fill::kRange)
        bits = static_cast<uint64_t>(static_cast<int64_t>(std::floor(random.Between(values.low, values.high + 1))));
    else if (random.Below(4) == 0)
        bits = SpecialInteger(random, bytes);
    else
        bits = random.Below(2) == 0 ? random.Below(100) : random.Next() >> 7;
    if (values.fill == Fill::kDivisor) {
        const uint64_t mask = bytes == 8 ? ~uint64_t{0} : (uint64_t{1} << (bytes * 8)) - 1;
        if ((bits & mask) == 0 || (bits & mask) == mask) bits = 3;
    }
    std::memcpy(element, &bits, bytes);
}

}  // namespace

Random::Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {
    for (int i = 0; i < 4; ++i) Next();
}

uint64_t Random::Next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
}

uint32_t Random::Below(uint32_t limit) {
    return static_cast<uint32_t>((Next() >> 20) % limit);
}

double Random::Between(double low, double high) {
    return low + (high - low) * (static_cast<double>(Next() >> 11) * 0x1p-53);
}

Values Range(double low, double high) {
    Values values;
    values.fill = Fill::kRange;
    values.low = low;
    values.high = high;
    return values;
}

const Element& FindElement(const std::string& name) {
    for (const Element& element : kElements)
        if (name == element.name) return element;
    throw std::out_of_range("no element type '" + name + "'");
}

void FillElements(Random& random, const Element& element, const Values& values, void* elements, size_t count) {
    if (values.make) return values.make(random, elements, count);
    const DType& dtype = *FindDType(element.dtype);
    for (size_t i = 0; i < count; ++i) {
        void* at = static_cast<char*>(elements) + i * element.bytes;
        if (element.is_float)
            FillFloat(random, dtype, values, at);
        else
            FillInteger(random, element.bytes, values, at);
    }
}

}  // namespace pto::cross
