// The plan edge: runs orchestration/host_orch.py once, with modules that record instead of running, into the plan that
// pto-replay executes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/python_interpreters.h"
#include "generator/steps/surroundings.h"

namespace pto::gen {

inline constexpr double kPlanTimeoutSeconds = 60;

struct PlanOptions {
    std::string root = ".";                        // of the compiled directory
    std::string source;                            // of the host orchestration, as messages name it
    std::string request;                           // PlanRequestText
    std::string inputs;                            // .safetensors with the values of parameters; empty: none
    std::string scratch;                           // files of these names with additions are made and removed
    double timeout_seconds = kPlanTimeoutSeconds;  // 0: none
};

struct RecordedPlan {
    std::string text;
    std::vector<std::string> reads;  // modules of the user's that the source imports
    Surroundings surroundings;
};

// Throws an input Error at the line of the source that cannot be recorded or is wrong, a toolchain Error when no
// interpreter can run it, it takes too long, or Ctrl-C was pressed (its whole process group is killed). `note` is
// called with each line that the source prints.
RecordedPlan RecordPlan(const PlanOptions& options, const std::vector<Interpreter>& interpreters, FileSystem& files,
                        const std::function<void(const std::string&)>& note);

// For the edge: records into `plan` if its text changes, and lists in `depfile` what was read. What else decides the
// plan goes beside `witness`; empty: nowhere.
void WriteRecordedPlan(const PlanOptions& options, const RecordedPlan& recorded, const std::string& plan,
                       const std::string& depfile, const std::string& witness, FileSystem& files);

// The recorder's text `name`, templates/plan_recorder/<name>.py; empty when there is none.
std::string_view PlanRecorderText(std::string_view name);

}  // namespace pto::gen
