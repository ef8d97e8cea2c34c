#include "runtime/embedded_runner/dispatch_probes.h"

#include "base/json.h"
#include "runtime/dfx/places.h"

namespace pto::run {

DispatchProbes::DispatchProbes(const Diagnostics& diagnostics, const Manifest& manifest, const Plan& plan)
    : plan_(plan), states_(plan.dispatches.size(), State::kWaiting) {
    if (!diagnostics.Any()) return;
    std::vector<size_t> counts(plan.device_ids.size(), 0);
    for (const Dispatch& dispatch : plan.dispatches) {
        const std::string folder = DispatchFolder(dispatch.rank, counts[dispatch.rank]++);
        directories_.push_back(diagnostics.directory + "/" + folder.substr(0, folder.size() - 1));
        probes_.push_back(
            std::make_unique<ProgramProbe>(diagnostics, *FindProgram(manifest, dispatch.program), directories_.back()));
    }
}

embedded::Observer* DispatchProbes::Start(size_t dispatch) {
    states_[dispatch] = State::kStarted;
    return probes_.empty() ? nullptr : probes_[dispatch]->observer();
}

void DispatchProbes::Write(FileSystem& files, const EngineOf& engine_of, bool failed) {
    for (size_t i = 0; i < probes_.size(); ++i) {
        if (states_[i] == State::kWaiting) continue;
        const Dispatch& dispatch = plan_.dispatches[i];
        const Json program = {{"program", dispatch.program}};
        try {
            files.Write(directories_[i] + "/" + std::string(kProgramFile), program.dump() + "\n");
            probes_[i]->Write(files, engine_of(dispatch), states_[i] != State::kDone);
        } catch (const Error&) {
            if (!failed) throw;
        }
    }
}

}  // namespace pto::run
