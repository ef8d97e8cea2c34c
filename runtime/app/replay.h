// One command over the entries of a directory, in a fixed order: inputs, binaries, run, outputs, verdict, timing.
#pragma once

#include <string>

#include "base/file_system.h"
#include "runtime/command_line/options.h"
#include "runtime/core/clock.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"
#include "runtime/record/run_record.h"

namespace pto::run {

struct ReplayContext {
    FileSystem& files;
    Clock& clock;
    RunnerFactory make_runner;
    // Shows how far a benchmark is, on a terminal; null: there is none.
    std::function<void(std::string_view text)> show_progress{};
    // Gets the record as soon as an entry is judged or has failed, before anything of it is unloaded; `last` when
    // nothing more will be in it. Null: nobody wants to know before the end.
    std::function<void(const RunRecord& record, bool last)> pass_on{};
};

// Runs what the options ask for and appends one result per entry to `record`, each as soon as it is complete, so that
// an Error thrown by a later entry leaves the earlier ones. Everything about options and files is checked before the
// first run.
void Replay(const Manifest& manifest, const Options& options, const ReplayContext& context, RunRecord& record);

}  // namespace pto::run
