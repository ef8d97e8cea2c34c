// Judges the outputs of a run against a file of expected values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/core/runner.h"
#include "runtime/judge/compare.h"

namespace pto::run {

struct OutputResult {
    std::string name;  // of the parameter
    const DType* dtype = nullptr;
    std::vector<int64_t> shape;
    Comparison comparison;
};

struct Verdict {
    std::string source;  // "golden.py", or the file of the user
    std::string note;    // what the maker of the expected values wants to be shown; may be empty
    Tolerance tolerance;
    std::vector<OutputResult> outputs;
    std::vector<std::string> unjudged;  // outputs of the program that the expected values leave out
    std::string none;                   // why the maker of the file could expect nothing; empty where it does

    bool Failed() const;
    bool JudgesNothing() const;  // no output has a value that could be compared
    bool Passed() const { return !Failed() && !JudgesNothing(); }
};

struct ExpectedValues {
    std::string file;    // .safetensors; metadata: outputs, rtol, atol, note, not_validated (all optional)
    std::string source;  // as named in the report and in messages
    std::vector<std::string> golden_names;  // of the arguments by position; empty: the parameters' own
    // Parameters to judge; none: all that the file names. Others are then not missed.
    std::optional<std::vector<std::string>> only;
    std::optional<double> rtol;  // override the file's
    std::optional<double> atol;
    int threads = 1;
};

// Judges every expected output once. Throws an input Error when one is no output of the program or has another shape or
// type.
Verdict Validate(const std::vector<Argument>& arguments, const ExpectedValues& expected);

}  // namespace pto::run
