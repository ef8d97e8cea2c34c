// The diagnostics of a distributed run on the embedded runtime: each dispatch by itself.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/file_system.h"
#include "runtime/dfx/program_probe.h"
#include "runtime/distributed/plan.h"

namespace pto::run {

class DispatchProbes {
  public:
    // Files go to rank<r>/d<k>/ below the directory of `diagnostics`, for the k-th dispatch of rank r.
    DispatchProbes(const Diagnostics& diagnostics, const Manifest& manifest, const Plan& plan);

    // To be called when a dispatch starts, by the thread of its rank; null when there is nothing to watch.
    embedded::Observer* Start(size_t dispatch);
    void Done(size_t dispatch) { states_[dispatch] = State::kDone; }

    // After all ranks have ended: the files of every dispatch that has started. Throws an Error that names the file,
    // unless the run failed: then that is what has to be told.
    using EngineOf = std::function<const embedded::Engine&(const Dispatch&)>;
    void Write(FileSystem& files, const EngineOf& engine_of, bool failed);

  private:
    enum class State { kWaiting, kStarted, kDone };

    const Plan& plan_;
    std::vector<std::string> directories_;
    std::vector<std::unique_ptr<ProgramProbe>> probes_;  // none when no diagnostics are asked for
    std::vector<State> states_;
};

}  // namespace pto::run
