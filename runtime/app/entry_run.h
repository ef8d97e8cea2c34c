// One entry of a directory while it is run, judged and timed: what replay.cc and rounds.cc work on.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/app/replay.h"
#include "runtime/bench/baseline.h"
#include "runtime/core/process_state.h"
#include "runtime/core/scoped_environment.h"
#include "runtime/distributed/part.h"
#include "runtime/hooks/user_functions.h"
#include "runtime/inputs/inputs.h"
#include "runtime/judge/validate.h"

namespace pto::run {

// How an entry is judged: by a file, or not at all and why.
struct Judgement {
    std::optional<ExpectedValues> expected;
    std::string reason;
};

struct EntryRun {
    const Manifest& manifest;
    const Entry& entry;
    const Options& options;
    const ReplayContext& context;
    const Judgement& judgement;
    const UserFunctions& user;
    Inputs inputs{};
    std::optional<StandAlone> alone{};  // of a part
    std::optional<Baseline> baseline{};
    EntryResult result{};
    std::vector<Argument> first_outputs{};  // of the judged run, where nothing has judged it and rounds follow
    // What is loaded stays until the result was passed on: unloading runs code of the user's.
    std::optional<ScopedEnvironment> environment{};
    std::optional<Manifest> compiled{};  // that of compare's other side
    std::unique_ptr<Runner> runner{};
    std::string loading{};  // a note on what loading the hooks changed, or empty
    // What the process was like before anything of the program was loaded.
    std::optional<ProcessState> process{};
};

// Once: the last of several rounds is judged as the first run was, and has the same notes. An empty one is none.
void AddNote(EntryRun& run, std::string note);

// Puts back what code of the user's has changed of the process, and notes that `who` did.
void PutBackProcess(EntryRun& run, const std::string& who);

}  // namespace pto::run
