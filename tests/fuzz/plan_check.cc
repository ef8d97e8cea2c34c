#include "runtime/distributed/plan.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {
namespace {

// What later code takes for granted.
std::string DispatchProblem(const run::Plan& plan, size_t number) {
    const run::Dispatch& dispatch = plan.dispatches[number];
    if (dispatch.rank >= plan.device_ids.size()) return "a rank that is none";
    for (const size_t earlier : dispatch.depends_on) {
        if (earlier >= number) return "a dispatch that waits for a later one";
    }
    for (const run::PlanTensor& tensor : dispatch.tensors) {
        if (tensor.dtype == nullptr || tensor.storage.has_value() == tensor.window.has_value())
            return "a tensor of nothing";
        if (tensor.storage && *tensor.storage >= plan.storages.size()) return "a storage that is none";
        if (tensor.window && tensor.buffer >= plan.domains[tensor.window->domain].buffers.size()) {
            return "a buffer that is none";
        }
        if (!tensor.strides.empty() && tensor.strides.size() != tensor.shape.size()) return "strides of another rank";
    }
    return {};
}

}  // namespace

std::string CheckPlan(std::string_view input) {
    const OneText files(input);
    try {
        const run::Plan plan = run::LoadPlan(files, "plan.json", "build again");
        for (const run::PlanStorage& storage : plan.storages) {
            if (!storage.values.empty() && storage.values.size() != storage.bytes) return "values of another size";
        }
        for (const run::PlanRead& read : plan.reads) {
            if (read.parameter >= plan.parameters.size() || read.values.empty()) return "a read of nothing";
        }
        for (size_t i = 0; i < plan.dispatches.size(); ++i) {
            if (const std::string problem = DispatchProblem(plan, i); !problem.empty()) return problem;
        }
        return {};
    } catch (const Error& error) {
        return error.place().file == "plan.json" ? RefusalProblem(error) : "a refusal of another file";
    }
}

}  // namespace pto::fuzz
