// What the dispatches of one rank are called with, worked out once: where each tensor lies, and dense copies of those
// that do not lie densely in host memory, since the runtime copies as many bytes as a tensor has elements.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/distributed/plan.h"
#include "runtime/simpler/adapter_api.h"
#include "runtime/simpler/simpler_session.h"

namespace pto::run {

// Where the rank's part of a plan lies. `window`: of one of the rank's domains.
struct RankMemory {
    std::span<uint8_t* const> storages;
    std::function<SimplerSession::Window(size_t domain)> window;
};

class DispatchArguments {
  public:
    // Throws an input Error for what only another rank can reach. `plan` and the memory outlive this.
    DispatchArguments(const Plan& plan, const Dispatch& dispatch, const RankMemory& memory);

    // Copies what lies with gaps before the run, and what the program may have changed of it back afterwards.
    void Gather();
    void Scatter() const;

    const std::vector<PtoSimplerTensor>& tensors() const { return tensors_; }
    const std::vector<uint64_t>& scalars() const { return scalars_; }

  private:
    struct Copy {
        const PlanTensor* tensor;
        uint8_t* origin;  // of the first element
        std::vector<uint8_t> dense;
    };

    void AddStored(const Plan& plan, const PlanTensor& tensor, const RankMemory& memory);
    void AddWindow(const Plan& plan, const PlanTensor& tensor, const RankMemory& memory);

    std::vector<PtoSimplerTensor> tensors_;
    std::vector<uint64_t> scalars_;
    std::vector<Copy> copies_;
};

// Copies a tensor between memory with strides (elements) and dense memory. `element_bytes` is one element's size.
enum class CopyWay { kToDense, kFromDense };
void CopyStrided(CopyWay way, std::span<const int64_t> shape, std::span<const int64_t> strides, size_t element_bytes,
                 uint8_t* strided, uint8_t* dense);

}  // namespace pto::run
