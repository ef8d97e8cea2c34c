#include "tests/support/plan_recording.h"

#include "generator/plan/plan_request.h"
#include "tensors/safetensors.h"
#include "tests/support/needs.h"

namespace pto::test {

PlanRecording::PlanRecording() : here_(space_.Root()) {
    const EnvironmentVariable unset("PTO_PYTHON", nullptr);
    python_ = FindInterpreters();
    // The system's own rather than a wrapper of it in PATH, which may take ten times as long to start.
    if (python_.size() > 1) python_.erase(python_.begin(), python_.end() - 1);
    options_.source = "orchestration/host_orch.py";
    options_.scratch = ".pto-ninja/plan.json";
}

void PlanRecording::SetUp() {
    PTO_NEEDS(python_.empty() ? "python3 is not installed" : "");
}

gen::RecordedPlan PlanRecording::Record(const std::string& source, const gen::BuildDirectory& directory,
                                        const gen::GenerateOptions& options) {
    space_.Write("orchestration/host_orch.py", source);
    options_.request = gen::PlanRequestText(directory, options, 2);
    RealFileSystem files;
    notes_.clear();
    return gen::RecordPlan(options_, python_, files, [this](const std::string& text) { notes_.push_back(text); });
}

Json PlanRecording::Plan(const std::string& source, const gen::BuildDirectory& directory) {
    return Json::parse(Record(source, directory).text);
}

std::string PlanRecording::Failure(const std::string& source, const gen::BuildDirectory& directory,
                                   const gen::GenerateOptions& options) {
    return ErrorOf([&] { Record(source, directory, options); });
}

std::string PlanRecording::BodyFailure(const std::string& body, const std::string& allocate) {
    return Failure(HostOrchestration(body, allocate));
}

void PlanRecording::WriteInputs(const std::vector<Tensor>& tensors, const std::vector<std::string>& order) {
    options_.inputs = "inputs.safetensors";
    WriteSafetensors(options_.inputs, tensors, {{"order", Json(order).dump()}});
}

}  // namespace pto::test
