// `pto-replay DIR` by hand brings the directory up to date before it runs it, as `ninja replay` does; a directory that
// has no build yet gets one.
#pragma once

#include "base/file_system.h"
#include "runtime/command_line/options.h"

namespace pto::run {

// Runs pto-ninja where there is no build.ninja or another platform is asked for, then ninja's target `ready`, or
// `debug`; the output of both is shown as it comes. Throws an input Error when pto-ninja refuses the directory, a
// toolchain Error when a program is missing or the build fails.
void BuildFirst(FileSystem& files, const Options& options, const Environment& environment);

// What --platform and --debug ask of a directory that is not built first. Throws a usage Error when it is not so.
void CheckBuilt(const FileSystem& files, const Options& options);

}  // namespace pto::run
