#include "runtime/distributed/stand_alone.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.h"

namespace pto::run {
namespace {

// What happens to one storage, by position in the plan.
struct Uses {
    std::vector<size_t> own_reads;
    bool own_write = false;
    std::vector<size_t> foreign_writes;
};

[[noreturn]] void ThrowBound(const Plan& plan, const std::string& program, const std::string& why,
                             const std::string& remedy) {
    ThrowInput(plan.source, "chip program '" + program + "' cannot run by itself: " + why, remedy);
}

void RefuseWindows(const Plan& plan, const Dispatch& dispatch, const std::string& remedy) {
    std::optional<size_t> domain;
    for (const PlanTensor& tensor : dispatch.tensors) {
        if (tensor.window) domain = tensor.window->domain;
    }
    for (const PlanScalar& scalar : dispatch.scalars) {
        if (scalar.context) domain = scalar.context->domain;
    }
    if (!domain) return;
    ThrowBound(plan, dispatch.program,
               "it exchanges data with other ranks through the window of domain '" + plan.domains[*domain].name + "'",
               remedy);
}

std::map<size_t, Uses> UsesOf(const Plan& plan, const std::string& program) {
    std::map<size_t, Uses> uses;
    for (size_t i = 0; i < plan.dispatches.size(); ++i) {
        const bool own = plan.dispatches[i].program == program;
        for (const PlanTensor& tensor : plan.dispatches[i].tensors) {
            if (!tensor.storage) continue;
            Uses& use = uses[*tensor.storage];
            if (own && tensor.reads) use.own_reads.push_back(i);
            if (own && tensor.writes) use.own_write = true;
            if (!own && tensor.writes) use.foreign_writes.push_back(i);
        }
    }
    return uses;
}

// Sorts one storage into the lists; throws when nobody can say what the program would read there.
void Classify(const Plan& plan, const PlanStorage& storage, const Uses& use, StandAlone& result,
              const std::string& program, const std::string& remedy) {
    if (use.own_write && storage.parameter) {
        result.written.push_back(*storage.parameter);
        if (use.foreign_writes.empty()) result.judged.push_back(*storage.parameter);
    }
    if (use.own_reads.empty() || use.foreign_writes.empty()) return;
    if (use.foreign_writes.front() > use.own_reads.back()) return;  // still the first content
    const bool final_value = use.foreign_writes.back() < use.own_reads.front() && !use.own_write;
    if (storage.parameter && final_value) {
        result.needed.push_back(*storage.parameter);
        return;
    }
    const Dispatch& writer = plan.dispatches[use.foreign_writes.front()];
    ThrowBound(plan, program,
               "it reads '" + storage.name + "', which '" + writer.program + "' (line " + std::to_string(writer.line) +
                   ") computes",
               remedy);
}

// The dispatches of the program in their order, counted anew.
std::vector<Dispatch> OwnDispatches(const Plan& plan, const std::string& program) {
    std::vector<Dispatch> dispatches;
    std::map<size_t, size_t> position;
    for (size_t i = 0; i < plan.dispatches.size(); ++i) {
        if (plan.dispatches[i].program != program) continue;
        Dispatch dispatch = plan.dispatches[i];
        dispatch.depends_on.clear();
        for (const size_t earlier : plan.dispatches[i].depends_on) {
            const auto known = position.find(earlier);
            if (known != position.end()) dispatch.depends_on.push_back(known->second);
        }
        position[i] = dispatches.size();
        dispatches.push_back(std::move(dispatch));
    }
    return dispatches;
}

}  // namespace

StandAlone SelectProgram(const Plan& plan, const std::string& program, const std::string& remedy) {
    StandAlone result;
    std::vector<Dispatch> dispatches = OwnDispatches(plan, program);
    if (dispatches.empty()) ThrowBound(plan, program, "the host orchestration never submits it", remedy);
    for (const Dispatch& dispatch : dispatches) RefuseWindows(plan, dispatch, remedy);
    for (const auto& [storage, use] : UsesOf(plan, program)) {
        Classify(plan, plan.storages[storage], use, result, program, remedy);
    }
    for (std::vector<size_t>* list : {&result.needed, &result.written, &result.judged}) {
        std::sort(list->begin(), list->end());
    }
    result.plan = plan;
    result.plan.dispatches = std::move(dispatches);
    return result;
}

}  // namespace pto::run
