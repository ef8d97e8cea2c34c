// The memory of a distributed run: storages, windows and contexts, in one imitated device memory that all ranks share.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/core/changed_inputs.h"
#include "runtime/core/runner.h"
#include "runtime/distributed/plan.h"
#include "runtime/embedded/device_memory.h"
#include "runtime/embedded/engine.h"

namespace pto::run {

class PlanMemory {
  public:
    // Allocates everything; `plan` outlives this.
    explicit PlanMemory(const Plan& plan);

    // Copies parameters in, and brings intermediates and windows back to their first content.
    void Fill(const std::vector<Argument>& arguments);
    // The same, of the parameters only those that a run may change or has changed.
    void Refill(const std::vector<Argument>& arguments);
    std::vector<size_t> FindChangedInputs(const std::vector<Argument>& arguments);
    // Copies Out and InOut parameters back.
    void Fetch(std::vector<Argument>& arguments) const;

    embedded::RunArguments ArgumentsOf(const Dispatch& dispatch) const;
    const std::shared_ptr<embedded::DeviceMemory>& memory() const { return memory_; }

  private:
    // Of one domain, by position in its ranks.
    struct Domain {
        std::vector<uint8_t*> windows;
        std::vector<void*> contexts;
    };

    void ClearWindows();
    void AllocateDomain(const PlanDomain& domain);
    size_t PositionOf(const WindowPlace& place) const;
    embedded::TensorArgument ArgumentOf(const PlanTensor& tensor) const;

    const Plan& plan_;
    std::shared_ptr<embedded::DeviceMemory> memory_;
    std::vector<uint8_t*> storages_;
    std::vector<Domain> domains_;
    ChangedInputs changed_;
};

}  // namespace pto::run
