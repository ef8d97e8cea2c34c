// Made-up input values: the same seed gives the same bytes on every machine, and what a parameter gets depends on the
// seed and its position only.
//
// The source is SplitMix64 (Steele, Lea, Flood 2014), started at a mix of seed and position. Normal numbers are the sum
// of twelve 16-bit draws, centred and scaled (Irwin-Hall): mean 0, deviation 1, at most 6 in size. It needs integer
// additions only, where logarithms and cosines would differ in their last bit from one C library to the next.
#pragma once

#include <cstdint>

#include "tensors/tensor.h"

namespace pto::run {

class SplitMix64 {
  public:
    explicit SplitMix64(uint64_t seed) : state_(seed) {}
    uint64_t Next();

  private:
    uint64_t state_;
};

// Normal numbers for floating types (fp8e8m0: 1/4, 1/2, 1 or 2, since it holds powers of two only), 0 to 7 for
// integers, which may serve as indices, 0 or 1 for bool. A type without host form is left alone.
void FillRandom(Tensor& tensor, uint64_t seed, uint64_t position);

}  // namespace pto::run
