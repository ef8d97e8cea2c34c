#include "library/callers_terms.h"

#include <gtest/gtest.h>

namespace pto::lib {
namespace {

TEST(CallersTerms, FieldsStandForFlags) {
    EXPECT_EQ(InCallersTerms(std::string("look for a loop; --timeout SECONDS sets the limit")),
              "look for a loop; CallOptions::timeout_seconds sets the limit");
    EXPECT_EQ(InCallersTerms(std::string("too short: --min-time 1 adds rounds")),
              "too short: BenchmarkOptions::min_time_seconds adds rounds");
    EXPECT_EQ(InCallersTerms(std::string("nothing of the kind")), "nothing of the kind");
}

TEST(CallersTerms, AnErrorKeepsItsKindAndPlace) {
    const Error error = InCallersTerms(
        Error(ErrorKind::kToolchain, Place{"a.cpp", 3, 0, {}}, "not done", "--log-level info shows more"));
    EXPECT_EQ(error.kind(), ErrorKind::kToolchain);
    EXPECT_STREQ(error.what(), "a.cpp:3: not done; CallOptions::log_level \"info\" shows more");
}

}  // namespace
}  // namespace pto::lib
