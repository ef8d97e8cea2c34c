#include "runtime/hooks/user_functions.h"

#include <utility>

#include "base/error.h"
#include "base/python_interpreters.h"
#include "runtime/hooks/run_py_compare.h"

namespace pto::run {

UserFunctions::UserFunctions(const Manifest& manifest, const Options& options)
    : manifest_(manifest), options_(options) {
    if (manifest.hooks && options.hooks) hooks_.emplace(manifest);
}

bool UserFunctions::MakesInputs(const Entry& entry) const {
    return hooks_ && hooks_->MakesInputs() && options_.inputs.file.empty() && !entry.IsPart();
}

void UserFunctions::MakeInputs(const Entry& entry, Inputs& inputs) const {
    if (!MakesInputs(entry)) return;
    hooks_->MakeInputs(entry.name, inputs.arguments);
    inputs.source = hooks_->source();
}

bool UserFunctions::IsAsked(const Entry& entry) const {
    const bool asked = options_.validate.value_or(true) || options_.command == Command::kReplay;
    return options_.command != Command::kRun && asked && !entry.IsPart();
}

bool UserFunctions::Compares(const Entry& entry) const {
    const bool run_py = options_.hooks && entry.run_py && entry.run_py->compares;
    return IsAsked(entry) && (HooksCompare() || run_py);
}

UserComparison UserFunctions::Compare(const Entry& entry, const std::vector<Argument>& arguments) const {
    if (!Compares(entry)) return {};
    if (HooksCompare()) return {hooks_->Compare(entry.name, arguments), ""};
    // Made-up inputs stand for those that PyPTO wrote into the script, with the sidecar's shapes.
    const bool as_recorded =
        entry.params && entry.plan.empty() && entry.run_py->inputs.empty() && options_.inputs.file.empty();
    RunPyComparison made = CompareWithRunPy(manifest_, *entry.run_py, arguments, as_recorded ? &*entry.params : nullptr,
                                            FindInterpreters(), options_.runner);
    if (!made.verdict && options_.validate.value_or(false) && options_.expected.empty()) {
        ThrowInput(manifest_.directory, "--validate: " + made.note,
                   "set it, or give the expected values with --expected FILE.safetensors");
    }
    return {std::move(made.verdict), std::move(made.note)};
}

}  // namespace pto::run
