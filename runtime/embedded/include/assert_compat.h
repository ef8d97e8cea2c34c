// always_assert and debug_assert of kernels and orchestrations. A failure throws, and the run reports it as an error.
#pragma once

#include <stdexcept>
#include <string>

class AssertionError : public std::runtime_error {
  public:
    AssertionError(const char* condition, const char* file, int line)
        : std::runtime_error("assertion '" + std::string(condition) + "' failed at " + file + ":" +
                             std::to_string(line)) {}
};

namespace pto_ninja {
[[noreturn]] __attribute__((noinline, cold)) inline void FailAssertion(const char* condition, const char* file,
                                                                       int line) {
    throw AssertionError(condition, file, line);
}
}  // namespace pto_ninja

#define always_assert(cond)                                                 \
    do {                                                                    \
        if (!(cond)) ::pto_ninja::FailAssertion(#cond, __FILE__, __LINE__); \
    } while (0)

#ifdef NDEBUG
#define debug_assert(cond) ((void)0)
#else
#define debug_assert(cond) always_assert(cond)
#endif
