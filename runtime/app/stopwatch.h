#pragma once

#include <utility>

#include "runtime/core/clock.h"

namespace pto::run {

class Stopwatch {
  public:
    explicit Stopwatch(Clock& clock) : clock_(clock), start_(clock.NowNs()) {}
    // Milliseconds since the construction or the last Lap().
    double Lap() {
        const int64_t now = clock_.NowNs();
        return static_cast<double>(now - std::exchange(start_, now)) / 1e6;
    }

  private:
    Clock& clock_;
    int64_t start_;
};

}  // namespace pto::run
