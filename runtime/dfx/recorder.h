// Watches one run of a program on the embedded runtime and keeps what the diagnostics that are asked for need.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/core/runner.h"
#include "runtime/dfx/dump_file.h"
#include "runtime/dfx/recording.h"

namespace pto::run {

// Directions of a kernel's parameters as kernel_config.py states them, by func_id.
using KernelSignatures = std::map<int, std::vector<std::string>>;

class Recorder : public embedded::Observer {
  public:
    // Argument bytes go to `dump_path`, while the program runs.
    Recorder(const Diagnostics& diagnostics, KernelSignatures signatures, const std::string& dump_path)
        : diagnostics_(diagnostics), signatures_(std::move(signatures)), dump_(dump_path) {}

    // What was recorded, and the end of it: threads of a program that hangs may still call, to no effect. Throws when
    // the argument bytes could not be written.
    RunRecording Take();

    void OnSubmit(const embedded::Task& task) override;
    void OnSubmitted(const embedded::SubmitEvent& event) override;
    void OnScope(const embedded::ScopeEvent& event) override;
    void OnTaskStart(const embedded::Task& task) override;
    void OnTaskFinish(const embedded::Task& task) override;
    void OnCoreFinish(const embedded::CoreEvent& event) override;
    void OnSchedule(const embedded::ScheduleEvent& event) override;

  private:
    ArgumentRole RoleOf(const embedded::Task& task, size_t index) const;
    bool IsSelected(const embedded::Task& task, size_t index) const;
    bool IsListed(const embedded::Task& task, size_t index) const;
    bool HasValues(const embedded::Task& task, size_t index) const;
    void DumpTensors(const embedded::Task& task, DumpStage stage);
    void DumpScalars(const embedded::Task& task);

    const Diagnostics diagnostics_;
    const KernelSignatures signatures_;
    std::mutex mutex_;       // of the recording without its arguments
    std::mutex dump_mutex_;  // of the dump file and the arguments
    RunRecording recording_;
    std::vector<DumpedArgument> arguments_;
    std::vector<std::string> open_sites_;  // of the scopes that are open
    DumpFile dump_;
    bool closed_ = false;
};

}  // namespace pto::run
