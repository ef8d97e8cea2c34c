#include "base/failure.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

#include "base/error.h"

namespace pto {
namespace {

template <typename Thrown>
Failure FailureOf(const Thrown& thrown) try {
    throw thrown;
} catch (...) {
    return PresentFailure();
}

void ExpectFailure(const Failure& failure, Severity severity, const std::string& text, int exit_code) {
    EXPECT_EQ(failure.severity, severity);
    EXPECT_EQ(failure.text, text);
    EXPECT_EQ(failure.exit_code, exit_code);
}

TEST(PresentFailure, OneLineAndACodeForEachException) {
    ExpectFailure(FailureOf(Error(ErrorKind::kInput, "malformed", "mend it")), Severity::kError, "malformed; mend it",
                  2);
    ExpectFailure(FailureOf(std::bad_alloc()), Severity::kError, "not enough memory", 3);
    ExpectFailure(FailureOf(std::system_error(ENOENT, std::generic_category(), "thread")), Severity::kError,
                  "thread: No such file or directory", 2);
    ExpectFailure(FailureOf(std::out_of_range("vector")), Severity::kBug, "vector", 3);
}

}  // namespace
}  // namespace pto
