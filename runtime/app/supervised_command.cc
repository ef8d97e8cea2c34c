#include "runtime/app/supervised_command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "base/printer.h"
#include "base/system_error.h"
#include "base/text.h"
#include "runtime/app/replay.h"
#include "runtime/app/runners.h"
#include "runtime/record/console.h"
#include "runtime/worker/crash_record.h"
#include "runtime/worker/supervisor.h"

namespace pto::run {
namespace {

int DeliverResult(FileSystem& files, const Options& options, const std::string& directory, WorkerResult result,
                  const std::vector<std::string>& notes) {
    try {
        WriteLastRun(files, directory, result.json);
    } catch (const Error& unwritten) {
        if (result.message.empty()) result = EndedBy(result, unwritten, options);
    }
    for (const std::string& note : notes) Print("pto-replay", Severity::kNote, note);
    if (!result.message.empty()) Print("pto-replay", Severity::kError, result.message);
    WriteText(STDOUT_FILENO, result.text);
    return result.exit_code;
}

// Whatever Replay throws is the record's error.
void ReplayInto(FileSystem& files, Clock& clock, const Manifest& manifest, const Options& options, RunRecord& record,
                const std::function<void(const RunRecord&, bool)>& pass_on) {
    ReplayContext context{files, clock, CreateRunner, {}, pass_on};
    if (ShowsProgress(options, STDERR_FILENO)) {
        context.show_progress = [](std::string_view text) { WriteText(STDERR_FILENO, text); };
    }
    try {
        Replay(manifest, options, context, record);
    } catch (const Error& error) {
        record.error = error;
    } catch (const std::system_error& error) {
        record.error = ErrorOfLibrary(error);
    } catch (const std::bad_alloc&) {
        record.error = Error(ErrorKind::kToolchain, record.directory + ": not enough memory");
    } catch (const std::exception& error) {
        record.error = Error(ErrorKind::kToolchain, std::string("this is a bug in pto-replay: ") + error.what());
    }
}

// The fault guard's handlers have no context.
WorkerBoard* crash_board = nullptr;

void TellCrash(const char* text, size_t size) {
    crash_board->PostCrash(text, size);
}

[[noreturn]] void Work(FileSystem& files, Clock& clock, const Manifest& manifest, Options& options, RunRecord& record,
                       WorkerBoard& board) {
    const Style style = StyleOf(STDOUT_FILENO);
    PublishActivity(board.shared().activity);
    crash_board = &board;
    embedded::FaultGuardOptions guard_options;
    guard_options.exit_code = ExitCode(ErrorKind::kToolchain);
    guard_options.tell = TellCrash;
    const embedded::FaultGuard guard(std::move(guard_options));
    bool complete = false;
    const auto post = [&](const RunRecord& so_far, bool last) {
        board.Post(ResultOf(so_far, options, style, last));
        complete = complete || last;
    };
    options.runner.on_hang = [&](const Error& error) {
        RunRecord ended = record;
        ended.error = error;
        post(ended, true);
        board.shared().left_in_order = true;
        std::_Exit(ended.ExitCode());
    };
    ReplayInto(files, clock, manifest, options, record, post);
    if (!complete) post(record, true);
    std::fflush(nullptr);  // what kernels and hooks have printed
    board.shared().left_in_order = true;
    // Threads of a program that hangs cannot be ended: the process leaves without waiting for them.
    std::_Exit(record.ExitCode());
}

std::vector<std::string> NotesOf(const Supervised& supervised, bool complete) {
    std::vector<std::string> notes;
    if (complete && supervised.end) notes.push_back(NoteOfEnd(*supervised.end));
    if (supervised.ended_processes > 0) {
        const bool one = supervised.ended_processes == 1;
        notes.push_back(Count(supervised.ended_processes, "process", "processes") + " that the program left running " +
                        (one ? "was" : "were") + " ended");
    }
    return notes;
}

}  // namespace

int Deliver(FileSystem& files, const Options& options, const RunRecord& record) {
    return DeliverResult(files, options, record.directory, ResultOf(record, options, StyleOf(STDOUT_FILENO), true), {});
}

int RunUnsupervised(FileSystem& files, Clock& clock, const Manifest& manifest, Options options, RunRecord& record) {
    const CrashRecord crash(files, record);
    options.runner.on_hang = [&](const Error& error) {
        record.error = error;
        std::_Exit(EndOutput("pto-replay", Deliver(files, options, record)));
    };
    ReplayInto(files, clock, manifest, options, record, {});
    std::fflush(nullptr);
    return Deliver(files, options, record);
}

int RunSupervised(FileSystem& files, Clock& clock, const Manifest& manifest, Options options, RunRecord& record) {
    WorkerBoard board;
    SupervisorOptions how;
    how.timeout_seconds = options.runner.timeout_seconds;
    how.end_what_is_left = manifest.runtime == "embedded";  // the others may start what serves more than one run
    const Supervised supervised = Supervise(how, board, [&] { Work(files, clock, manifest, options, record, board); });
    WorkerResult result = supervised.result.value_or(ResultOf(record, options, StyleOf(STDOUT_FILENO), false));
    const bool complete = result.complete;
    if (!complete) result = EndedBy(result, ErrorOfEnd(*supervised.end), options);
    const std::vector<std::string> notes = NotesOf(supervised, complete);
    return DeliverResult(files, options, record.directory, AddNotes(result, notes, options), notes);
}

}  // namespace pto::run
