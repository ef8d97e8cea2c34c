// What a comparison of the user's own said of a run.
#pragma once

#include <string>

namespace pto::run {

struct UserVerdict {
    std::string function;  // "UserCompare", "_user_compare"
    std::string source;    // "debug/replay_hooks.cpp", "debug/run.py"
    std::string text;      // of the exception; empty: it passed
    bool Passed() const { return text.empty(); }
};

}  // namespace pto::run
