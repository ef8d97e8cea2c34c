// SIGINT, SIGTERM and SIGHUP at a moment that suits.
#pragma once

#include <csignal>

namespace pto {

// Keeps them away from this thread and those that it starts, and lets one that has come take effect at the end.
class PutOffSignals {
  public:
    PutOffSignals();
    ~PutOffSignals();
    PutOffSignals(const PutOffSignals&) = delete;
    PutOffSignals& operator=(const PutOffSignals&) = delete;

    // Whether one has come that is put off and will end the program. From any thread; false where none is put off.
    static bool Came();

  private:
    sigset_t before_{};
};

}  // namespace pto
