// pto-replay: options -> manifest -> inputs, run, verdict -> report -> exit code. The only place that prints and exits.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "base/printer.h"
#include "base/system_error.h"
#include "runtime/build_first.h"
#include "runtime/console.h"
#include "runtime/crash_record.h"
#include "runtime/replay.h"
#include "runtime/runners.h"

namespace {

using namespace pto;
using namespace pto::run;

const char* Variable(const char* name) {
    return std::getenv(name);
}

// Records and prints the end of the command; returns the exit code. The record is worth nothing if writing it fails:
// that is an error like any other.
int Finish(RealFileSystem& files, RunRecord& record, const Options& options, std::optional<Error> error) {
    record.error = std::move(error);
    try {
        WriteLastRun(files, record.directory, RecordJson(record));
    } catch (const Error& unwritten) {
        if (!record.error) record.error = unwritten;
    }
    if (record.error) Print("pto-replay", Severity::kError, record.error->what());
    WriteText(STDOUT_FILENO, OutputOf(record, options, StyleOf(STDOUT_FILENO)));
    return record.ExitCode();
}

void RunCommand(Options options, RealFileSystem& files, Clock& clock, RunRecord& record) {
    record.command = CommandName(options.command);
    record.directory = options.directory;
    const CrashRecord crash(files, record);
    const bool build = !options.from_ninja && !options.no_build;
    if (build) {
        BuildFirst(files, options, Variable);
    } else {
        CheckBuilt(files, options);
    }
    const Manifest manifest =
        LoadManifest(files, options.directory, options.debug ? kDebugManifestPath : kManifestPath);
    record.platform = manifest.platform;
    record.runtime = manifest.runtime;
    record.simulator = manifest.IsSimulator();
    if (options.from_ninja || build) record.build = LoadBuildSummary(files, manifest);
    options.runner.log = [](std::string_view line) { WriteText(STDERR_FILENO, std::string(line) + "\n"); };
    options.runner.on_hang = [&](const Error& error) {
        std::_Exit(EndOutput("pto-replay", Finish(files, record, options, error)));
    };
    ReplayContext context{files, clock, CreateRunner, {}};
    if (ShowsProgress(options, STDERR_FILENO)) {
        context.show_progress = [](std::string_view text) { WriteText(STDERR_FILENO, text); };
    }
    Replay(manifest, options, context, record);
}

}  // namespace

int main(int argc, char** argv) {
    OpenStandardStreams();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    RealFileSystem files;
    SystemClock clock;
    Options options;
    RunRecord record;
    record.directory = GuessDirectory(arguments);
    record.date = IsoDate(clock.UnixSeconds());
    std::optional<Error> failure;
    try {
        options = ParseOptions(arguments, Variable);
        if (!options.text.empty()) {
            WriteText(STDOUT_FILENO, options.text);
            return EndOutput("pto-replay", 0);
        }
        RunCommand(options, files, clock, record);
    } catch (const Error& error) {
        failure = error;
    } catch (const std::system_error& error) {
        failure = ErrorOfLibrary(error);
    } catch (const std::bad_alloc&) {
        failure = Error(ErrorKind::kToolchain, record.directory + ": not enough memory");
    } catch (const std::exception& error) {
        failure = Error(ErrorKind::kToolchain, std::string("this is a bug in pto-replay: ") + error.what());
    }
    std::fflush(nullptr);  // what kernels and hooks have printed
    // Threads of a program that hangs cannot be ended: the process leaves without waiting for them.
    std::_Exit(EndOutput("pto-replay", Finish(files, record, options, std::move(failure))));
}
