// pto-replay: options -> build -> manifest -> the command in a process of its own -> record, report, exit code.
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "base/own_places.h"
#include "base/printer.h"
#include "base/process_family.h"
#include "base/system_error.h"
#include "contract/layout.h"
#include "runtime/app/build_first.h"
#include "runtime/app/supervised_command.h"

namespace {

using namespace pto;
using namespace pto::run;

const char* Variable(const char* name) {
    return std::getenv(name);
}

int RunCommand(const Options& options, RealFileSystem& files, Clock& clock, RunRecord& record) {
    record.command = CommandName(options.command);
    record.directory = options.directory;
    RefuseLinksOut(options.directory);
    WriteLastRun(files, record.directory, UnfinishedJson(record));
    const bool build = !options.from_ninja && !options.no_build;
    if (build) {
        BuildFirst(files, options, Variable);
    } else {
        CheckBuilt(files, options);
    }
    const Manifest manifest =
        LoadManifest(files, options.directory, options.debug ? kDebugManifestFile : kManifestFile);
    record.platform = manifest.platform;
    record.runtime = manifest.runtime;
    record.simulator = manifest.IsSimulator();
    if (options.from_ninja || build) record.build = LoadBuildSummary(files, manifest);
    Options run_options = options;
    run_options.runner.log = [](std::string_view line) { WriteText(STDERR_FILENO, std::string(line) + "\n"); };
    // Whoever debugs follows one process, and is there to see what it does.
    if (IsTraced()) return RunUnsupervised(files, clock, manifest, std::move(run_options), record);
    return RunSupervised(files, clock, manifest, std::move(run_options), record);
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
    try {
        options = ParseOptions(arguments, Variable);
        if (!options.text.empty()) {
            WriteText(STDOUT_FILENO, options.text);
            return EndOutput("pto-replay", 0);
        }
        if (options.from_ninja) {
            EndWithBuild();
            WatchBuild();
        }
        std::_Exit(EndOutput("pto-replay", RunCommand(options, files, clock, record)));
    } catch (const Error& error) {
        record.error = error;
    } catch (const std::system_error& error) {
        record.error = ErrorOfLibrary(error);
    } catch (const std::bad_alloc&) {
        record.error = Error(ErrorKind::kToolchain, record.directory + ": not enough memory");
    } catch (const std::exception& error) {
        record.error = Error(ErrorKind::kToolchain, std::string("this is a bug in pto-replay: ") + error.what());
    }
    std::_Exit(EndOutput("pto-replay", Deliver(files, options, record)));
}
