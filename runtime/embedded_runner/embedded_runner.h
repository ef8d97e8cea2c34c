// The embedded runtime as a Runner: dlopens the binaries of an entry and executes them on host threads.
#pragma once

#include "runtime/core/runner.h"
#include "runtime/embedded/engine.h"

namespace pto::run {

// A RunnerFactory for entries with a program (not a plan).
std::unique_ptr<Runner> CreateEmbeddedRunner(const Manifest& manifest, const Entry& entry,
                                             const RunnerOptions& options);

// The binaries of `program`, as the engine loads them.
embedded::ProgramFiles FilesOf(const Manifest& manifest, const Program& program);
embedded::RunOptions EngineOptions(const RunnerOptions& options);
// A line for each of RunStatistics::changed_floats.
std::vector<std::string> FloatNotes(const std::set<std::string>& who);

}  // namespace pto::run
