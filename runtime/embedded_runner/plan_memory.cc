#include "runtime/embedded_runner/plan_memory.h"

#include <algorithm>
#include <cstring>

#include "runtime/distributed/plan_run.h"
#include "runtime/embedded/include/platform_comm/comm_context.h"

namespace pto::run {

PlanMemory::PlanMemory(const Plan& plan) : plan_(plan), memory_(std::make_shared<embedded::DeviceMemory>()) {
    for (const PlanStorage& storage : plan.storages) {
        storages_.push_back(static_cast<uint8_t*>(memory_->Allocate(storage.name, storage.bytes)));
    }
    for (const PlanDomain& domain : plan.domains) AllocateDomain(domain);
}

void PlanMemory::AllocateDomain(const PlanDomain& domain) {
    Domain memory;
    for (const size_t rank : domain.ranks) {
        const std::string owner = "'" + domain.name + "' of rank " + std::to_string(rank);
        memory.windows.push_back(static_cast<uint8_t*>(memory_->Allocate("window of " + owner, domain.window_bytes)));
        memory.contexts.push_back(memory_->Allocate("context of " + owner, sizeof(CommContext)));
    }
    CommContext context{};
    context.rankNum = static_cast<uint32_t>(domain.ranks.size());
    context.winSize = domain.window_bytes;
    for (size_t i = 0; i < memory.windows.size(); ++i) {
        // One memory serves reads and writes, as in the simulator.
        context.windowsIn[i] = context.windowsOut[i] = reinterpret_cast<uint64_t>(memory.windows[i]);
    }
    for (size_t i = 0; i < memory.contexts.size(); ++i) {
        context.rankId = static_cast<uint32_t>(i);
        std::memcpy(memory.contexts[i], &context, sizeof context);
    }
    domains_.push_back(std::move(memory));
}

void PlanMemory::Fill(const std::vector<Argument>& arguments) {
    FillStorages(plan_, storages_, arguments);
    ClearWindows();
}

void PlanMemory::Refill(const std::vector<Argument>& arguments) {
    RefillStorages(plan_, storages_, arguments, changed_);
    ClearWindows();
}

std::vector<size_t> PlanMemory::FindChangedInputs(const std::vector<Argument>& arguments) {
    LookAtStorages(plan_, storages_, arguments, changed_);
    return changed_.All();
}

void PlanMemory::ClearWindows() {
    for (size_t i = 0; i < domains_.size(); ++i) {
        for (uint8_t* window : domains_[i].windows) std::memset(window, 0, plan_.domains[i].window_bytes);
    }
}

void PlanMemory::Fetch(std::vector<Argument>& arguments) const {
    FetchStorages(plan_, storages_, arguments);
}

size_t PlanMemory::PositionOf(const WindowPlace& place) const {
    const std::vector<size_t>& ranks = plan_.domains[place.domain].ranks;
    return static_cast<size_t>(std::find(ranks.begin(), ranks.end(), place.rank) - ranks.begin());
}

embedded::TensorArgument PlanMemory::ArgumentOf(const PlanTensor& tensor) const {
    embedded::TensorArgument argument;
    argument.dtype = tensor.dtype;
    argument.shape = tensor.shape;
    argument.strides = tensor.strides;
    if (tensor.storage) {
        argument.name = plan_.storages[*tensor.storage].name;
        argument.data = storages_[*tensor.storage] + tensor.offset * tensor.dtype->bits / 8;
    } else {
        const PlanBuffer& buffer = plan_.domains[tensor.window->domain].buffers[tensor.buffer];
        argument.name = buffer.name;
        argument.data = domains_[tensor.window->domain].windows[PositionOf(*tensor.window)] + buffer.offset;
    }
    return argument;
}

embedded::RunArguments PlanMemory::ArgumentsOf(const Dispatch& dispatch) const {
    embedded::RunArguments arguments;
    for (const PlanTensor& tensor : dispatch.tensors) arguments.tensors.push_back(ArgumentOf(tensor));
    for (const PlanScalar& scalar : dispatch.scalars) {
        const void* context =
            scalar.context ? domains_[scalar.context->domain].contexts[PositionOf(*scalar.context)] : nullptr;
        arguments.scalars.push_back(context != nullptr ? reinterpret_cast<uint64_t>(context) : scalar.bits);
    }
    return arguments;
}

}  // namespace pto::run
