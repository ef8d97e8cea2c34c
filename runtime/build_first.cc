#include "runtime/build_first.h"

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"

namespace pto::run {

void BuildFirst(const Options& options, const Environment& environment) {
    const std::string build_file = options.directory + "/build.ninja";
    if (!IsFile(RealFileSystem(), build_file)) {
        ThrowInput(build_file, "not found", "run 'pto-ninja " + options.directory + "' first");
    }
    ProcessOptions process;
    // On stderr: stdout belongs to the report.
    process.arguments = {"/bin/sh", "-c", "exec ninja \"$@\" >&2", "ninja", "-C", options.directory, "ready"};
    process.capture_output = false;
    process.own_group = false;
    const char* given = environment("PTO_REPLAY_FLAGS");
    std::string flags = given == nullptr ? "" : given;
    for (const std::string& flag : options.build_flags) flags += " " + flag;
    process.environment = {"PTO_REPLAY_FLAGS=" + flags};
    const ProcessResult result = RunProcess(process);
    if (result.interrupted) std::_Exit(130);
    if (result.exit_code == 127) {
        throw Error(ErrorKind::kToolchain, "'ninja' is not in PATH", "install ninja-build, or pass --no-build");
    }
    if (!result.Ok()) {
        throw Error(ErrorKind::kToolchain, Place{options.directory, 0, 0, {}}, "the build failed",
                    "mend what is reported above, or pass --no-build to run what was built last");
    }
}

}  // namespace pto::run
