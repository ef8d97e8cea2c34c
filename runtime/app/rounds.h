// What follows the judged run: the rounds of a benchmark, or those of a comparison with the code as compiled.
#pragma once

#include <memory>

#include "runtime/app/entry_run.h"
#include "runtime/core/runner.h"

namespace pto::run {

// Before anything runs: nobody waits for rounds that cannot be compared, and latest.json is about to change.
void ReadBaseline(EntryRun& run);

// Both are for runs that were not found wrong. `runner` is the one of the judged run. The result and its files are
// in run.result.
void Time(EntryRun& run, std::unique_ptr<Runner> runner);

// With the same inputs and the code as compiled, which has to be right as well: otherwise throws a mismatch Error.
void CompareWithCompiled(EntryRun& run);

}  // namespace pto::run
