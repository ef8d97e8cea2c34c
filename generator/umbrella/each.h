// One target in many directories, one after the other: a failure is reported and the next one follows.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pto::gen {

struct EachResult {
    std::string directory;
    int exit_code = 0;
    std::string result;  // word of the run, when there was one: "passed", "mismatch", ...
};

// "18 of 20 passed; failed: a (mismatch), b (no run)". Pure.
std::string EachSummary(const std::string& target, const std::vector<EachResult>& results);

}  // namespace pto::gen
