// The user's hooks, compiled: debug/replay_hooks.cpp as pto-replay calls it. See pto_ninja/replay_hooks.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"
#include "runtime/judge/user_verdict.h"

namespace pto::run {

class HookLibrary {
  public:
    // Throws a toolchain Error when the binary does not load, or was compiled for another pto-replay; an input Error
    // when it has neither function.
    explicit HookLibrary(const Manifest& manifest);
    ~HookLibrary();
    HookLibrary(const HookLibrary&) = delete;
    HookLibrary& operator=(const HookLibrary&) = delete;

    bool MakesInputs() const { return makes_inputs_; }
    bool Compares() const { return compares_; }
    const std::string& source() const { return source_; }

    // Lets the user change the values of `arguments`, in place. `program`: empty for the only one. Throws an input
    // Error with the text of what MakeInputs threw.
    void MakeInputs(const std::string& program, std::vector<Argument>& arguments) const;
    // After a run. What it changes is lost.
    UserVerdict Compare(const std::string& program, std::vector<Argument> arguments) const;

  private:
    struct Functions;

    std::string Call(bool compare, const std::string& program, std::vector<Argument>& arguments) const;

    std::string source_;
    std::string binary_;
    void* handle_ = nullptr;
    std::unique_ptr<Functions> functions_;
    bool makes_inputs_ = false;
    bool compares_ = false;
};

}  // namespace pto::run
