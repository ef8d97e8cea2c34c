// Arguments that a run must not change and does: direction In, content another one than was placed. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "runtime/core/runner.h"

namespace pto::run {

class ChangedInputs {
  public:
    // Adds those that differ now. `content` tells where the program has an argument, null: nowhere in this process. An
    // argument without bytes of its own cannot be compared.
    void Look(const std::vector<Argument>& arguments, const std::function<const uint8_t*(size_t argument)>& content);

    // All that were found so far, by position.
    std::vector<size_t> All() const { return {found_.begin(), found_.end()}; }

    // Whether a run starts right only when the argument is copied again: an output, or a changed input.
    bool NeedsCopy(const std::vector<Argument>& arguments, size_t argument) const;

  private:
    std::set<size_t> found_;
};

// "the run changed 'x', an input; ...", one line about all of `changed`.
std::string ChangedInputsNote(const std::vector<Argument>& arguments, const std::vector<size_t>& changed);

}  // namespace pto::run
