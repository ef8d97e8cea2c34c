// Inputs of the cross check: the same for both sides, from a seed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace pto::cross {

class Random {
  public:
    explicit Random(uint64_t seed);
    uint64_t Next();
    uint32_t Below(uint32_t limit);
    double Between(double low, double high);

  private:
    uint64_t state_;
};

// kAny: every bit pattern can occur; values of ordinary size, zeros, the limits, subnormals, infinities and NaN often.
// kFinite: floats that the type holds and whose sums stay finite, zeros and subnormals among them.
// kDivisor: as kAny, but neither 0 nor -1 where the type is an integer, since processors trap on some quotients.
// kRange: low..high, both included; whole numbers where the type is an integer.
enum class Fill { kAny, kFinite, kDivisor, kRange };

struct Values {
    Fill fill = Fill::kAny;
    double low = 0, high = 0;
    // Instead of the above: fills `count` elements.
    std::function<void(Random&, void* elements, size_t count)> make;
};

Values Range(double low, double high);

struct Element {
    const char* name;   // "f32"
    const char* dtype;  // its name in base/dtype.h
    const char* cpp;    // as a kernel spells it
    size_t bytes;
    bool is_float;
};

// Throws std::out_of_range.
const Element& FindElement(const std::string& name);

void FillElements(Random& random, const Element& element, const Values& values, void* elements, size_t count);

}  // namespace pto::cross
