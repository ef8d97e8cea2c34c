#include "generator/splice/splice_unit.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "base/own_places.h"
#include "base/text.h"
#include "generator/splice/raw_edit.h"
#include "generator/splice/splice.h"
#include "generator/splice/splice_plan.h"
#include "generator/steps/read_window.h"

namespace pto::gen {
namespace {

constexpr int kAttempts = 5;

// What the decision is made from; compared again under the lock.
struct Observation {
    std::string pto_text;
    std::string pto;  // hash
    std::optional<std::string> raw_text;
    std::string raw;         // hash; empty: no file
    bool pto_newer = false;  // than the raw text
    UnitState state;
    bool state_on_disk = false;

    // The raw text is not the one that was spliced here.
    bool Foreign() const { return raw_text && raw != state.raw; }
    bool Handled() const { return pto == state.pto; }
    // What ptoas prints for a .pto that was not edited tells what belongs into the kernels: the raw text is another one
    // and older than the .pto, or a splice of what the .pto has been meanwhile was killed.
    bool Stale() const { return (Foreign() && pto_newer) || !state.writing.empty(); }
    // What a new raw text has to differ from to be worth a splice.
    const std::string& BaseRaw() const { return raw_text ? raw : state.raw; }
    bool operator==(const Observation&) const = default;
};

struct Tool {
    std::string identity;
    std::vector<std::string> flags;
};

enum class Need { kNothing, kRecord, kAdopt, kAssembleEdited, kAssembleStale, kAssembleTool };

Observation Observe(const UnitJob& job) {
    const UnitPaths& paths = job.paths;
    const FileSystem& files = *job.files;
    Observation seen;
    seen.pto_text = files.Read(paths.OnDisk(paths.pto));
    seen.pto = ContentHash(seen.pto_text);
    const std::optional<FileInfo> pto = files.Stat(paths.OnDisk(paths.pto));
    const std::optional<FileInfo> raw = files.Stat(paths.OnDisk(paths.raw));
    if (raw && raw->type == FileType::kRegular) {
        seen.raw_text = files.Read(paths.OnDisk(paths.raw));
        seen.raw = ContentHash(*seen.raw_text);
        seen.pto_newer = pto && pto->mtime_ns > raw->mtime_ns;
    }
    const std::optional<UnitState> state = LoadUnitState(files, paths);
    seen.state_on_disk = state.has_value();
    seen.state =
        state ? *state : SeededState(files, paths, FindFunctions(UniversalNewlines(seen.raw_text.value_or(""))));
    return seen;
}

Need Decide(const UnitJob& job, const Observation& seen, const std::optional<Tool>& tool) {
    if (!seen.Handled()) return Need::kAssembleEdited;
    if (seen.Stale()) return Need::kAssembleStale;
    const bool known = !seen.state.ptoas.empty();
    if (tool && known && (tool->identity != seen.state.ptoas || tool->flags != seen.state.flags)) {
        return Need::kAssembleTool;
    }
    // An edit that reaches no kernel stays one, so that whoever looks can tell.
    if (seen.Foreign() && !RawReachesNothing(*job.files, job.paths, seen.state, seen.raw)) return Need::kAdopt;
    return tool && !known ? Need::kRecord : Need::kNothing;
}

bool NeedsAssembling(Need need) {
    return need == Need::kAssembleEdited || need == Need::kAssembleStale || need == Need::kAssembleTool;
}

bool StampIsRight(const UnitJob& job, const UnitState& state) {
    const std::string stamp = job.paths.OnDisk(job.paths.stamp);
    return IsFile(*job.files, stamp) && job.files->Read(stamp) == state.splice_id;
}

void Replace(const UnitJob& job, const std::string& name, const std::string& path, std::string_view text) {
    if (job.on_step) job.on_step("before-" + name);
    job.files->Write(job.paths.OnDisk(path), text);
    if (job.on_step) job.on_step("after-" + name);
}

// A kernel may be a link to where its user keeps it.
void ReplaceKernel(const UnitJob& job, const std::string& name, const SplicePlan::Rewrite& rewrite) {
    if (job.on_step) job.on_step("before-" + name);
    job.files->WriteThroughLink(job.paths.OnDisk(rewrite.kernel), rewrite.text);
    if (job.on_step) job.on_step("after-" + name);
}

// What will be on disk, known completely before anything is written.
struct Outcome {
    SplicePlan plan;
    std::optional<std::string> raw;  // to be written
    UnitState state;
};

SplicePlan PlanKernels(const UnitJob& job, const Observation& seen, Need need, const std::string& raw) {
    SpliceRequest request;
    request.raw = raw;
    request.old_raw = seen.raw_text.value_or("");
    request.old_raw_spliced = seen.raw_text.has_value() && !seen.Foreign();
    request.bodies = seen.state.bodies;
    request.writing = seen.state.writing;
    request.listed = job.listed;
    if (ContentHash(raw) == seen.BaseRaw()) {
        // The kernels were made from this text already, and differ from it only where they were edited. But if it came
        // from elsewhere, for an edited .pto, a kernel that did not change with it has missed its splice.
        request.policy = SplicePolicy::kUntouched;
        request.untouched = seen.Foreign() && (need == Need::kAssembleEdited || need == Need::kAssembleStale);
    } else {
        request.policy = need == Need::kAssembleEdited ? SplicePolicy::kAll : SplicePolicy::kUnedited;
    }
    return PlanSplice(*job.files, job.paths, request);
}

// A killed run may have rewritten kernels without writing the stamp: then the bodies are not those that S knew.
bool KernelsChanged(const Observation& seen, const SplicePlan& plan, const std::string& raw_hash) {
    return !plan.rewrites.empty() || (raw_hash != seen.state.raw && plan.bodies != seen.state.bodies);
}

std::string NewSpliceId(const UnitJob& job, const Outcome& outcome) {
    // Over the stamp as it lies there, so that the new content differs from it whatever was remembered.
    const std::string stamp = job.paths.OnDisk(job.paths.stamp);
    HashBuilder hash;
    hash.Add(IsFile(*job.files, stamp) ? job.files->Read(stamp) : std::string());
    hash.Add(outcome.state.splice_id);
    hash.Add(outcome.state.raw);
    for (const auto& [kernel, body] : outcome.state.bodies) {
        hash.Add(kernel);
        hash.Add(body);
    }
    return "spliced " + hash.Finish() + "\n";
}

Outcome PlanOutcome(const UnitJob& job, const Observation& seen, Need need, const std::optional<Tool>& tool,
                    const std::optional<std::string>& assembled) {
    Outcome outcome;
    outcome.state = seen.state;
    if (tool && (assembled || seen.state.ptoas.empty())) {
        outcome.state.ptoas = tool->identity;
        outcome.state.flags = tool->flags;
    }
    if (need == Need::kNothing || need == Need::kRecord) return outcome;
    const std::string& raw = assembled ? *assembled : *seen.raw_text;
    outcome.plan = PlanKernels(job, seen, need, raw);
    outcome.state.pto = seen.pto;
    outcome.state.raw = ContentHash(raw);
    outcome.state.bodies = outcome.plan.bodies;
    outcome.state.writing.clear();
    if (KernelsChanged(seen, outcome.plan, outcome.state.raw)) outcome.state.splice_id = NewSpliceId(job, outcome);
    if (assembled && (outcome.state.raw != seen.raw || seen.pto_newer)) outcome.raw = raw;
    return outcome;
}

// A link to a folder is no link to a kernel: what lies there is not kept as compiled, and could not be put back.
void RefuseLinkedFolders(const UnitJob& job, const Outcome& outcome) {
    std::vector<std::string> written;
    for (const SplicePlan::Rewrite& rewrite : outcome.plan.rewrites) written.push_back(rewrite.kernel);
    if (outcome.raw) written.push_back(job.paths.raw);
    for (const std::string& path : written) {
        const std::optional<std::string> link = LinkedFolder(*job.files, job.paths.root, path);
        if (!link) continue;
        ThrowInput(
            job.paths.OnDisk(*link),
            "is a link that leads out of the directory, where '" + path + "' is not written; no file was changed",
            "put the folder itself in its place");
    }
}

// An editor takes no lock: what was saved since the plan was made from these texts must not be lost.
bool KernelsAreAsPlanned(const UnitJob& job, const SplicePlan& plan) {
    return std::all_of(plan.rewrites.begin(), plan.rewrites.end(), [&](const SplicePlan::Rewrite& rewrite) {
        const std::string path = job.paths.OnDisk(rewrite.kernel);
        return IsFile(*job.files, path) && job.files->Read(path) == rewrite.before;
    });
}

UnitState Announced(const Observation& seen, const SplicePlan& plan) {
    UnitState state = seen.state;
    for (const SplicePlan::Rewrite& rewrite : plan.rewrites) {
        state.writing[rewrite.kernel] = plan.bodies.at(rewrite.kernel);
    }
    return state;
}

void Commit(const UnitJob& job, const Observation& seen, const Outcome& outcome) {
    int number = 0;
    if (!outcome.plan.rewrites.empty()) {
        Replace(job, "intent", job.paths.state, UnitStateText(Announced(seen, outcome.plan)));
    }
    for (const SplicePlan::Rewrite& rewrite : outcome.plan.rewrites) {
        ReplaceKernel(job, "kernel-" + std::to_string(++number), rewrite);
    }
    if (outcome.raw) Replace(job, "raw", job.paths.raw, *outcome.raw);
    if (LoadUnitState(*job.files, job.paths) != outcome.state) {
        Replace(job, "state", job.paths.state, UnitStateText(outcome.state));
    }
    if (!StampIsRight(job, outcome.state)) Replace(job, "stamp", job.paths.stamp, outcome.state.splice_id);
}

Reason ReasonOf(const UnitPaths& paths, const Observation& seen, Need need) {
    switch (need) {
        case Need::kAssembleEdited:
            if (seen.state.pto.empty()) return {Cause::kNeverBuilt, "'" + paths.pto + "' was never assembled here"};
            return {Cause::kPto, "'" + paths.pto + "' changed"};
        case Need::kAssembleStale:
            return {Cause::kPtoas, "'" + paths.raw + "' is not what was spliced"};
        case Need::kAssembleTool:
            return {Cause::kPtoas, "ptoas or its flags changed"};
        case Need::kAdopt:
            return {Cause::kSource, "'" + paths.raw + "' changed"};
        case Need::kNothing:
        case Need::kRecord:
            break;
    }
    return {};
}

UnitResult ResultOf(const UnitPaths& paths, const Observation& seen, const Outcome& outcome, Need need) {
    UnitResult result;
    result.reason = ReasonOf(paths, seen, need);
    for (const SplicePlan::Rewrite& rewrite : outcome.plan.rewrites) result.rewritten.push_back(rewrite.kernel);
    const bool set_back = need == Need::kAssembleStale && seen.Foreign();
    if (need == Need::kAssembleTool || need == Need::kAssembleEdited || set_back) result.kept = outcome.plan.kept;
    if (!result.rewritten.empty()) {
        result.action = UnitAction::kSpliced;
    } else if (NeedsAssembling(need)) {
        result.action = UnitAction::kAssembled;
    } else if (need == Need::kAdopt) {
        result.action = UnitAction::kAdopted;
    }
    return result;
}

void Report(const UnitJob& job, const UnitResult& result, Need need) {
    const std::string& pto = job.paths.pto;
    if (result.action == UnitAction::kSpliced) job.print(pto + ": spliced into " + Join(result.rewritten, ", "));
    if (result.action == UnitAction::kAssembled && result.kept.empty()) {
        job.print(pto + ": assembled, no kernel needed another body");
    }
    for (const std::string& kernel : result.kept) {
        const std::string changed = need == Need::kAssembleStale ? job.paths.raw : "ptoas or its flags";
        job.print(kernel + ": hand-edited body kept; " +
                  (need == Need::kAssembleEdited
                       ? "ptoas prints for " + pto + " what " + job.paths.raw + " held already"
                       : changed + " changed, " + pto + " did not"));
    }
}

// Of a unit that was never handled here only times say that it was edited.
std::string PendingText(const UnitPaths& paths, const Observation& seen) {
    if (!seen.state.writing.empty()) return paths.pto + ": its splice was interrupted and cannot be finished";
    if (seen.Handled()) return paths.raw + ": is not what was spliced, and cannot be made again of " + paths.pto;
    if (!seen.state.pto.empty()) return paths.pto + ": edited but not assembled";
    return paths.pto + (seen.raw_text ? ": newer than " + paths.raw + " and not assembled" : ": never assembled");
}

std::optional<Tool> ToolFor(const UnitJob& job, const Observation& seen) {
    if (!job.unavailable.empty()) return std::nullopt;
    return Tool{job.identity(), job.flags(seen.pto_text)};
}

// Nothing: the files changed meanwhile.
std::optional<UnitResult> TryOnce(const UnitJob& job) {
    ReadWindow window(*job.files);
    window.Watch(job.paths.OnDisk(job.paths.pto));
    const Observation seen = Observe(job);
    const std::optional<Tool> tool = ToolFor(job, seen);
    Need need = Decide(job, seen, tool);
    const bool pending = NeedsAssembling(need) && !tool;
    if (pending) need = Need::kNothing;
    std::optional<std::string> assembled;
    if (NeedsAssembling(need)) {
        window.Open();
        assembled = job.assemble(tool->flags);
        if (job.on_step) job.on_step("assembled");
    }
    if (need != Need::kNothing || !seen.state_on_disk || !StampIsRight(job, seen.state)) {
        const std::shared_ptr<void> lock = job.lock ? job.lock() : nullptr;
        if (Observe(job) != seen) return std::nullopt;
        if (assembled && !window.Unchanged(job.paths.OnDisk(job.paths.pto))) return std::nullopt;
        const Outcome outcome = PlanOutcome(job, seen, need, tool, assembled);
        if (job.on_step) job.on_step("planned");
        RefuseLinkedFolders(job, outcome);
        if (!KernelsAreAsPlanned(job, outcome.plan)) return std::nullopt;
        Commit(job, seen, outcome);
        const UnitResult result = ResultOf(job.paths, seen, outcome, need);
        Report(job, result, need);
        if (!pending) return result;
    }
    if (pending) job.print(PendingText(job.paths, seen) + ": " + job.unavailable);
    return UnitResult{pending ? UnitAction::kPending : UnitAction::kNothing, {}, {}};
}

}  // namespace

UnitResult SpliceUnit(const UnitJob& job) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        if (const std::optional<UnitResult> result = TryOnce(job)) return *result;
    }
    throw Error(ErrorKind::kInput, Place{job.paths.pto, 0, 0, {}},
                "changed again and again while it was being assembled; no file was changed",
                "run again when nothing else writes to the directory");
}

}  // namespace pto::gen
