// The time limit of one step that cannot be interrupted: when it passes, the process has to end.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/runner.h"
#include "runtime/embedded/activity.h"
#include "runtime/embedded/watchdog.h"

namespace pto::run {

// "'a' was not done after 5 s", with what sets the limit.
Error TimeLimitPassed(const std::vector<std::string>& what, const RunnerOptions& options);

class TimeLimit {
  public:
    explicit TimeLimit(const RunnerOptions& options) : options_(options) {}

    // Runs `body`; calls the options' on_hang from another thread if that takes too long. `what` names it.
    template <typename Body>
    void Run(const std::string& what, const Body& body) {
        const Armed armed(*this, what);
        body();
    }

  private:
    class Armed {
      public:
        Armed(TimeLimit& limit, const std::string& what);
        ~Armed() { watchdog_.Disarm(); }
        Armed(const Armed&) = delete;
        Armed& operator=(const Armed&) = delete;

      private:
        const embedded::ActivityScope activity_;
        embedded::Watchdog& watchdog_;
    };

    RunnerOptions options_;
    embedded::Watchdog watchdog_;
};

}  // namespace pto::run
