// A command of pto-replay under supervision: what the worker does, and what becomes of what it said.
#pragma once

#include "base/file_system.h"
#include "runtime/command_line/options.h"
#include "runtime/core/clock.h"
#include "runtime/core/manifest.h"
#include "runtime/record/run_record.h"

namespace pto::run {

// Writes the record and prints what the command has to say; returns the exit code. The record is worth nothing if
// writing it fails: that is an error like any other.
int Deliver(FileSystem& files, const Options& options, const RunRecord& record);

// Runs the command in this process, records and prints: under a debugger, which follows one process.
int RunUnsupervised(FileSystem& files, Clock& clock, const Manifest& manifest, Options options, RunRecord& record);

// Runs it in a process of its own. `record` is what is known before. Throws a toolchain Error when there can be none.
int RunSupervised(FileSystem& files, Clock& clock, const Manifest& manifest, Options options, RunRecord& record);

}  // namespace pto::run
