// How this thread computes with floating-point numbers: the direction of rounding, which exceptions end the program,
// whether denormal numbers become zero. The flags of what has happened are no part of it.
#pragma once

#include <cstdint>

namespace pto {

struct FloatControl {
    // Registers of the processor: on x86-64 MXCSR and the x87 control word, on aarch64 FPCR; elsewhere the direction of
    // rounding alone. A few nanoseconds.
    static FloatControl OfThisThread();
    void Set() const;
    bool operator==(const FloatControl&) const = default;

    uint64_t first = 0;
    uint64_t second = 0;
};

}  // namespace pto
