// A program loaded for a call: checked against what was built, with the runtime that runs it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "base/file_system.h"
#include "library/program_source.h"
#include "runtime/core/runner.h"
#include "runtime/core/scoped_environment.h"

namespace pto::lib {

// Runs use the environment of the process and libraries that are loaded once: they are made one after the other.
class ProgramRun {
  public:
    // Waits for other runs to end. Throws an input Error when the program is not built, or for another platform or
    // devices; a usage Error for options that make no sense.
    ProgramRun(const FileSystem& files, const ProgramImpl& program, const CallOptions& options);

    const run::Manifest& manifest() const { return manifest_; }
    const run::Entry& entry() const { return *entry_; }
    const run::RunnerOptions& options() const { return options_; }
    std::unique_ptr<run::Runner> Load() const;

  private:
    std::unique_lock<std::mutex> turn_;
    run::Manifest manifest_;
    const run::Entry* entry_;
    run::RunnerOptions options_;
    std::optional<run::ScopedEnvironment> environment_;
};

}  // namespace pto::lib
