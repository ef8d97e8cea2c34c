// What a test needs and a machine may lack. Both macros leave the function that they stand in, so they stand in a
// test's own body or in SetUp; `NeedsTest.StandWhereTheyLeaveTheTest` looks.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/shared_data.h"

// Skips with the reason that an expression gives; goes on where that is empty.
#define PTO_NEEDS(missing)                                                \
    GTEST_AMBIGUOUS_ELSE_BLOCKER_                                         \
    if (const std::string pto_missing = (missing); pto_missing.empty()) { \
    } else                                                                \
        GTEST_SKIP() << pto_missing

// Skips where a path below the reference data is absent, and fails where PTO_REQUIRE_DATA says that they have to be
// there.
#define PTO_NEEDS_DATA(path)                                                                 \
    GTEST_AMBIGUOUS_ELSE_BLOCKER_                                                            \
    if (const std::string pto_missing = pto::test::MissingData(path); pto_missing.empty()) { \
    } else if (pto::test::DataIsRequired())                                                  \
        GTEST_FAIL() << pto_missing << ", and PTO_REQUIRE_DATA asks for it";                 \
    else                                                                                     \
        GTEST_SKIP() << pto_missing

namespace pto::test {

// Each is a reason to skip, empty where there is none.
inline std::string MissingData(const std::string& path) {
    const std::string full = SharedRoot() + "/" + path;
    std::error_code ignored;
    if (std::filesystem::exists(full, ignored)) return {};
    return "no reference data at " + full + " (PTO_SHARED names their place)";
}
std::string MissingProgram(const std::string& program);  // on PATH
std::string MissingPython();
std::string MissingTerminals();  // pseudo terminals
std::string MissingProc();       // what the system says of processes

// Whether PTO_REQUIRE_DATA is set to anything but "" and "0".
inline bool DataIsRequired() {
    const char* value = std::getenv("PTO_REQUIRE_DATA");
    return value != nullptr && *value != '\0' && std::string(value) != "0";
}

}  // namespace pto::test
