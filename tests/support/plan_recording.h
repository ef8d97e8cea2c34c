// A directory in which the recorder runs: host_orch.py in, plan or error text out.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/json.h"
#include "generator/config/model.h"
#include "generator/options/options.h"
#include "generator/plan/plan_step.h"
#include "tests/support/host_orchestration.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::test {

// Skips where there is no python3.
class PlanRecording : public testing::Test {
  protected:
    PlanRecording();
    void SetUp() override;

    gen::RecordedPlan Record(const std::string& source, const gen::BuildDirectory& directory = HostDirectory(),
                             const gen::GenerateOptions& options = {});
    Json Plan(const std::string& source, const gen::BuildDirectory& directory = HostDirectory());
    // The message, or "no error".
    std::string Failure(const std::string& source, const gen::BuildDirectory& directory = HostDirectory(),
                        const gen::GenerateOptions& options = {});
    std::string BodyFailure(const std::string& body, const std::string& allocate = "pass");
    // Writes what the golden edge would, for the next recordings.
    void WriteInputs(const std::vector<Tensor>& tensors, const std::vector<std::string>& order);

    TempSpace space_;
    WorkingDirectory here_;
    std::vector<Interpreter> python_;
    gen::PlanOptions options_;
    std::vector<std::string> notes_;
};

}  // namespace pto::test
