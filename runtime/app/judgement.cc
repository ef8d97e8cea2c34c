#include "runtime/app/judgement.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runtime/app/stopwatch.h"

namespace pto::run {
namespace {

// More threads than this do not make a comparison faster: it waits for memory.
constexpr int kMaxCompareThreads = 8;

bool JudgedByDefault(const Options& options) {
    return options.command != Command::kRun || !options.expected.empty();
}

std::vector<std::string> NamesOf(const Inputs& inputs, const std::vector<size_t>& indexes) {
    std::vector<std::string> names;
    for (const size_t index : indexes) names.push_back(inputs.arguments.at(index).name);
    return names;
}

// Of a verdict that judges nothing: "every value of 'y' is NaN, 'z' has no elements".
std::string EmptyOutputs(const Verdict& verdict) {
    std::vector<std::string> parts;
    for (const OutputResult& output : verdict.outputs) {
        const std::string name = "'" + output.name + "'";
        parts.push_back(output.comparison.total == 0 ? name + " has no elements"
                                                     : "every value of " + name + " is NaN");
    }
    return Join(parts, ", ");
}

}  // namespace

Judgement PlanJudgement(const Manifest& manifest, const Entry& entry, const Options& options,
                        const UserFunctions& user) {
    if (!options.validate.value_or(JudgedByDefault(options))) return {std::nullopt, "asked to run only"};
    ExpectedValues expected;
    expected.rtol = options.rtol;
    expected.atol = options.atol;
    expected.threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMaxCompareThreads);
    if (!options.expected.empty()) {
        expected.file = expected.source = options.expected;
        return {expected, ""};
    }
    if (!entry.golden) return {std::nullopt, "there is no golden.py"};
    if (user.MakesInputs(entry)) return {std::nullopt, "the inputs are those of " + user.hooks_source()};
    if (!options.inputs.file.empty()) return {std::nullopt, "the inputs are not those of " + entry.golden->source};
    if (!options.inputs.use_golden) return {std::nullopt, "the inputs are made up"};
    expected.file = manifest.Resolve(entry.golden->expected);
    expected.source = manifest.Resolve(entry.golden->source);
    return {expected, ""};
}

void RequireJudgement(const Manifest& manifest, const Judgement& judgement, const Options& options, bool compares) {
    if (judgement.expected || compares || !options.validate.value_or(false)) return;
    ThrowInput(manifest.directory, "--validate: " + judgement.reason,
               "give the expected values with --expected FILE.safetensors");
}

Judged Judge(const EntryRun& run, const std::vector<Argument>& outputs) {
    if (!run.judgement.expected) return {std::nullopt, run.judgement.reason, ""};
    ExpectedValues expected = *run.judgement.expected;
    if (run.options.expected.empty()) expected.golden_names = run.inputs.golden_names;
    if (run.alone) expected.only = NamesOf(run.inputs, run.alone->judged);
    Verdict verdict = Validate(outputs, expected);
    if (!verdict.JudgesNothing()) return {std::move(verdict), "", ""};
    const bool validate = run.options.validate.value_or(false);
    if (!verdict.outputs.empty()) {
        const std::string what = "expects nothing that can be compared: " + EmptyOutputs(verdict);
        if (validate) ThrowInput(expected.source, "--validate: it " + what);
        return {std::nullopt, expected.source + " " + what, verdict.note};
    }
    if (!verdict.none.empty()) {
        if (validate) ThrowInput(expected.source, "--validate: " + verdict.none);
        return {std::nullopt, expected.source + ": " + verdict.none, verdict.note};
    }
    if (run.alone) {
        return {std::nullopt, "no output of the whole program is the work of '" + run.entry.program + "' alone", ""};
    }
    if (validate) ThrowInput(expected.source, "--validate: no output is named in '__outputs__'");
    return {std::nullopt, expected.source + " names no outputs", verdict.note};
}

void JudgeOutputs(EntryRun& run, const std::vector<Argument>& outputs) {
    UserComparison comparison = run.user.Compare(run.entry, outputs);
    PutBackProcess(run, "UserCompare");
    run.result.user_verdict = std::move(comparison.verdict);
    AddNote(run, std::move(comparison.note));
    Stopwatch watch(run.context.clock);
    Judged judged = Judge(run, outputs);
    run.result.verdict = std::move(judged.verdict);
    run.result.not_validated = std::move(judged.reason);
    AddNote(run, std::move(judged.note));
    run.result.timings.validate_ms = watch.Lap();
}

}  // namespace pto::run
