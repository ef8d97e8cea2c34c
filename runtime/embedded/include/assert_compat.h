// always_assert and debug_assert of kernels and orchestrations. A failure throws in an orchestration and aborts in a
// kernel; the run reports both as errors.
#pragma once

#if defined(__DAV_VEC__) || defined(__DAV_CUBE__)

#include <stdio.h>
#include <stdlib.h>

// In a kernel it aborts, and the run reports that with the kernel's name: the standard library's exceptions and strings
// would be most of what a kernel costs to compile.
namespace pto_ninja {
[[noreturn, gnu::noinline, gnu::cold]] inline void FailKernelAssertion(const char* text) {
    fprintf(stderr, "%s\n", text);
    abort();
}
}  // namespace pto_ninja
#define PTO_NINJA_ASSERT_TEXT_(line) #line
#define PTO_NINJA_ASSERT_TEXT(line) PTO_NINJA_ASSERT_TEXT_(line)
#define PTO_NINJA_FAIL(cond) \
    ::pto_ninja::FailKernelAssertion("assertion '" #cond "' failed at " __FILE__ ":" PTO_NINJA_ASSERT_TEXT(__LINE__))

#else

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
#define PTO_NINJA_FAIL(cond) ::pto_ninja::FailAssertion(#cond, __FILE__, __LINE__)

#endif

#define always_assert(cond)                \
    do {                                   \
        if (!(cond)) PTO_NINJA_FAIL(cond); \
    } while (0)

#ifdef NDEBUG
#define debug_assert(cond) ((void)0)
#else
#define debug_assert(cond) always_assert(cond)
#endif
