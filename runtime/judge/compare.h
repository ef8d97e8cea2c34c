// Judges one output against its reference. Pure: no memory but a few kilobytes whatever the size of the tensors.
//
// An element passes when |actual - expected| <= atol + rtol * |expected|, computed in double from the exact values. NaN
// in the reference means "don't care"; NaN or infinity where the reference is finite is a mismatch, and so is anything
// but the same infinity where it is infinite, however large the tolerance. -0 equals 0. Integers and bool must be
// equal, whatever the tolerances.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace pto::run {

struct Tolerance {
    double rtol = 1e-5;
    double atol = 1e-5;
};

struct Mismatch {
    int64_t index = 0;  // of the element, row-major
    std::string actual;
    std::string expected;
    double difference = 0;  // inf when either value is not finite
};

inline constexpr size_t kShownMismatches = 20;

struct Comparison {
    int64_t total = 0;
    int64_t mismatched = 0;
    int64_t ignored = 0;        // NaN in the reference
    double max_difference = 0;  // absolute; inf when a value that should be finite is not
    int64_t max_index = -1;     // first element with it; -1 when nothing was compared
    double max_relative = 0;    // over the elements whose reference is not 0
    int64_t max_relative_index = -1;
    std::vector<Mismatch> first;  // at most kShownMismatches, by index

    bool JudgesNothing() const { return ignored == total; }  // no element, or nothing but NaN in the reference
    bool Passed() const { return mismatched == 0 && !JudgesNothing(); }
    bool Failed() const { return mismatched > 0; }
};

// Data that is compared; row-major and dense.
struct Values {
    const DType* dtype = nullptr;
    const void* data = nullptr;
};

// True when elements of the two types can be judged: the same type, or two floating types (both are widened).
bool Comparable(const DType& actual, const DType& expected);

// `count` elements of two Comparable types. `threads` > 1 splits large tensors; the result does not depend on it.
Comparison Compare(const Values& actual, const Values& expected, int64_t count, const Tolerance& tolerance,
                   int threads = 1);

// [2, 5] of flat index 37 in a [3, 16] tensor; "[]" for rank 0.
std::string IndexText(int64_t flat, std::span<const int64_t> shape);

// One line when the tolerance at a value of 1 is below the distance of two neighbouring values there, else empty.
std::string ToleranceHint(const DType& dtype, const Tolerance& tolerance);

}  // namespace pto::run
