// What the user wrote for a run of a directory, wherever it stands: the functions of debug/replay_hooks.cpp, and for a
// comparison that is not there _user_compare of debug/run.py. Inputs of debug/run.py are made by the build, see
// inputs.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/command_line/options.h"
#include "runtime/core/manifest.h"
#include "runtime/hooks/hook_library.h"
#include "runtime/inputs/inputs.h"
#include "runtime/judge/user_verdict.h"

namespace pto::run {

struct UserComparison {
    std::optional<UserVerdict> verdict;  // none: there is no comparison, or it could not be made
    std::string note;                    // why it could not
};

// Both arguments of the constructor live as long as the object. A part of a plan has none of this.
class UserFunctions {
  public:
    // Throws what HookLibrary throws; --no-hooks loads nothing.
    UserFunctions(const Manifest& manifest, const Options& options);

    // By debug/replay_hooks.cpp; not when a file was asked for by name.
    bool MakesInputs(const Entry& entry) const;
    const std::string& hooks_source() const { return hooks_->source(); }
    // Starts from what was loaded. Throws an input Error with the text of what was thrown.
    void MakeInputs(const Entry& entry, Inputs& inputs) const;

    bool Compares(const Entry& entry) const;
    // Throws an input Error when --validate asks for a verdict and neither Python nor reference can give one, and what
    // CompareWithRunPy throws.
    UserComparison Compare(const Entry& entry, const std::vector<Argument>& arguments) const;

  private:
    bool IsAsked(const Entry& entry) const;
    bool HooksCompare() const { return hooks_ && hooks_->Compares(); }

    const Manifest& manifest_;
    const Options& options_;
    std::optional<HookLibrary> hooks_;
};

}  // namespace pto::run
