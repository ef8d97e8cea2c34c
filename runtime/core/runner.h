// What executes a program, as narrow as pto-replay needs it. One implementation per runtime; tests have their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "runtime/core/manifest.h"
#include "tensors/tensor.h"

namespace pto::run {

// One argument in parameter order: a tensor, or a scalar passed by value.
struct Argument {
    std::string name;
    Direction direction = Direction::kIn;
    bool is_scalar = false;
    const DType* dtype = nullptr;
    uint64_t scalar = 0;  // the 64-bit slot, see scalar.h
    Tensor tensor;        // empty for scalars
};

// What the runtime should record about a run, in files below `directory`.
struct Diagnostics {
    int swimlane_level = 0;  // 0 to 4
    int dump_args = 0;       // 0 to 3
    int pmu = 0;             // 0: off, else the event type
    bool dep_gen = false;
    bool scope_stats = false;
    std::string directory;  // dfx_outputs; dispatches of a distributed run write below rank<r>/d<k>/

    bool Any() const { return swimlane_level > 0 || dump_args > 0 || pmu > 0 || dep_gen || scope_stats; }
};

// How whoever started the run says what can be set: messages that advise to set it have these words. A program has
// flags.
struct SettingNames {
    std::string time_limit = "--timeout SECONDS";
    std::string longer_timing = "--min-time 1";
    std::string more_messages = "--log-level info";
};

struct RunnerOptions {
    int workers = 0;              // host threads; 0: as many as the machine has processors
    int device = 0;               // that runs an undistributed program; simulators number theirs as they like
    Diagnostics diagnostics;      // of every run of the program
    std::string log_level;        // of the program's own messages: debug, info, timing, warn, error, null; empty: warn
    bool log_sync_pypto = false;  // the runtime 'pypto' only: the level is that of PyPTO's own logger, too
    double timeout_seconds = 0;   // of one run; 0: none
    // Gets the program's messages, a line each without line ending; null: they are dropped. From any thread.
    std::function<void(std::string_view line)> log;
    // Of the runtime 'simpler': sees each of its messages first and tells whether it goes no further; null: nobody
    // does, and an undistributed program writes to stderr itself. From any thread.
    std::function<bool(std::string_view line)> take_line;
    SettingNames names;
    // Called on another thread when the time is over and Execute cannot return. Has to end the process.
    std::function<void(const Error& error)> on_hang;
};

// One dispatch of a distributed program's run, as the host saw it.
struct DispatchRun {
    size_t rank = 0;
    std::string program;
    double host_us = 0;
};

// A loaded program with memory of its own: Place once, then any number of Reset, Execute, Fetch. The same number of
// arguments, of the same shapes, every time.
class Runner {
  public:
    virtual ~Runner() = default;
    // Copies every argument to where the program works.
    virtual void Place(const std::vector<Argument>& arguments) = 0;
    // Copies those that a run may change, Out and InOut, and the inputs that were found changed, so that the next run
    // starts as the first did.
    virtual void Reset(const std::vector<Argument>& arguments) = 0;
    // Runs the program once, the part that is timed. Throws a toolchain Error when it fails or takes too long; the
    // runner is then of no further use.
    virtual void Execute() = 0;
    // Copies Out and InOut back.
    virtual void Fetch(std::vector<Argument>& arguments) = 0;
    // Inputs that some run since Place has changed, by position; compares those that have bytes in `arguments`. None
    // where the runtime gives every run its own copy.
    virtual std::vector<size_t> FindChangedInputs(const std::vector<Argument>& arguments) {
        static_cast<void>(arguments);
        return {};
    }
    // What was noticed of the last Execute besides its results, a line each.
    virtual std::vector<std::string> Notes() const { return {}; }
    // What the last Execute consisted of, in program order; nothing where the runtime records that itself, or where
    // there is only the whole.
    virtual std::vector<DispatchRun> Dispatches() const { return {}; }
};

// Loads the binaries of an entry. Throws a toolchain Error naming the binary that does not load.
using RunnerFactory =
    std::function<std::unique_ptr<Runner>(const Manifest& manifest, const Entry& entry, const RunnerOptions& options)>;

}  // namespace pto::run
