// The first of the two passes of a swimlane on a device. Recording the task graph slows a run down, and the runtime
// does not give back all that its collectors take from the device before the process ends; so the graph (deps.json)
// comes from a run of its own in a process of its own, and the times from one that records no graph. PyPTO does the
// same.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

// On a device with the real runtime, when a swimlane is asked for; a simulator takes one pass.
bool TakesTwoPasses(const Manifest& manifest, const Diagnostics& asked);

// `asked`, divided: what each pass records.
Diagnostics GraphPass(const Diagnostics& asked);
Diagnostics TimingPass(const Diagnostics& asked);

// Runs the program once in a child process. `load` is called there; so is on_hang of its options, which must end that
// process (see EndGraphPass). Returns a note when there is no graph, with the reason: a timeline without arrows is
// worth something too. To be called while this process has no device open and no threads.
std::string CaptureGraph(const std::function<std::unique_ptr<Runner>()>& load, const std::vector<Argument>& arguments);

// For on_hang in the child: says why and ends it.
[[noreturn]] void EndGraphPass(const Error& error);

}  // namespace pto::run
