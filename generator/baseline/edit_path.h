// The search of the line diff: which elements of two sequences of numbers are left out of what they have in common.
// Pure.
#pragma once

#include <vector>

namespace pto::gen {

struct EditPath {
    std::vector<bool> removed;  // parallel to the old sequence
    std::vector<bool> added;    // parallel to the new one
};

// A shortest path for sequences that differ in up to about a thousand places. Past that, the longer they are the sooner
// the search settles for the best it has found, so that the time stays near-linear and the path merely correct.
EditPath FindEditPath(const std::vector<int>& before, const std::vector<int>& after);

}  // namespace pto::gen
