#include "generator/steps/scan.h"

#include "base/hash.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/steps/last_run.h"
#include "generator/steps/made_files.h"
#include "generator/steps/stale.h"
#include "generator/steps/surroundings.h"
#include "generator/toolchain/compiler_variables.h"

namespace pto::gen {
namespace {

constexpr int64_t kStep = 1'000'000;  // nanoseconds; a difference that every file system keeps

// Another content is a later time, even if the clock was put back: ninja compares times only.
// `anew`: the same content too, for what changed elsewhere. True when it is not the first.
bool WriteWitness(FileSystem& files, const std::string& path, const std::string& text, bool anew = false) {
    const std::optional<FileInfo> before = files.Stat(path);
    if (anew) {
        files.Write(path, text);
    } else if (WriteIfChanged(files, path, text) == WriteResult::kUnchanged) {
        return false;
    }
    const std::optional<FileInfo> now = files.Stat(path);
    if (before && now && now->mtime_ns <= before->mtime_ns) files.SetTime(path, before->mtime_ns + kStep);
    return before.has_value();
}

// Ninja compares times: the witness of a stale object must be newer than the object, even if both fall into one tick of
// the file system's clock.
class Toucher {
  public:
    explicit Toucher(FileSystem& files) : files_(files) {}

    void Touch(const std::string& witness, const std::string& object) {
        const std::optional<FileInfo> made = files_.Stat(object);
        // A new directory has hundreds of stale objects, and a new file each would be most of its generation.
        if (!shared_.empty() && (!made || made->mtime_ns < shared_time_ns_)) {
            files_.Link(shared_, witness);
            return;
        }
        files_.Write(witness, "the inputs of this object have changed since it was made\n");
        const std::optional<FileInfo> now = files_.Stat(witness);
        if (!now) return;
        if (made && now->mtime_ns <= made->mtime_ns) {
            files_.SetTime(witness, made->mtime_ns + kStep);
            return;
        }
        shared_ = witness;
        shared_time_ns_ = now->mtime_ns;
    }

  private:
    FileSystem& files_;
    std::string shared_;  // a witness of this scan; only this scan may give it further names
    int64_t shared_time_ns_ = 0;
};

// The commit too: another one is another identity, even if it differs in nothing that is compiled here.
std::string TreeIdentity(const ScanTree& tree, const ScanEnvironment& environment, HashCache& hashes) {
    const std::string commit = environment.commit(tree.root);
    std::string text = commit.empty() ? "no commit" : commit;
    for (const std::string& headers : tree.headers) {
        text += " " + hashes.Hash(tree.root + "/" + headers).value_or("missing");
    }
    return text;
}

}  // namespace

std::string WitnessText(const ScanGroup& group, HashCache& hashes) {
    if (group.paths.size() == 1) return hashes.Hash(group.paths[0]).value_or("missing") + "\n";
    HashBuilder builder;
    for (const std::string& path : group.paths) builder.Add(hashes.Hash(path).value_or("missing"));
    return builder.Finish() + "\n";
}

std::string WitnessText(const ScanTree& tree, const ScanEnvironment& environment, HashCache& hashes) {
    std::string text = TreeIdentity(tree, environment, hashes);
    if (tree.strict && !environment.is_clean(tree)) text += " unknown at " + std::to_string(environment.now_ns);
    return text + "\n";
}

std::string CompilerWitnessText(const std::string& program, const ScanEnvironment& environment) {
    return environment.program_identity(program) + CompilerVariablesText(environment.variable) + "\n";
}

std::string InputsText(const ScanPlan& plan, const ScanEnvironment& environment, HashCache& hashes) {
    std::string text = "generator " + environment.generator_identity + "\ndirectory " + environment.directory + "\n";
    for (const std::string& path : plan.config_files) {
        text += "content " + hashes.Hash(path).value_or("missing") + " " + path + "\n";
    }
    for (const ScanTree& tree : plan.trees) {
        text += "tree " + TreeIdentity(tree, environment, hashes) + " " + tree.root + "\n";
    }
    for (const ScanGenerated& generated : plan.generated) {
        if (hashes.Hash(generated.path) != generated.hash) text += "damaged " + generated.path + "\n";
    }
    for (const std::string& name : plan.environment) {
        const std::optional<std::string> value = environment.variable(name);
        text += "environment " + name + (value ? "=" + *value : " unset") + "\n";
    }
    return text + environment.listing(hashes);
}

namespace {

// What makes another program of it, in words. A binary that is gone or damaged is made of the same again, and another
// toolchain is told by its witness.
std::string ChangedCode(const ScanObject& object, const Reason& reason) {
    switch (reason.cause) {
        case Cause::kSource:
        case Cause::kHeader:
        case Cause::kNewFile:
            return reason.text;
        case Cause::kFlags:
            return "the flags of '" + object.source + "' changed";
        default:
            return {};
    }
}

// The first change of code; touches the witnesses of all objects that are stale.
std::string TouchStaleObjects(FileSystem& files, const ScanPlan& plan, bool recompile, HashCache& hashes) {
    std::string first;
    Toucher toucher(files);
    for (const ScanObject& object : plan.objects) {
        const std::string witness = WitnessOf(object.object);
        const Reason reason = WhyStale(files, "", object, hashes);
        if (!recompile && !reason && IsFile(files, witness)) continue;
        toucher.Touch(witness, object.object);
        if (first.empty() && !IsForDebugger(object.object)) first = ChangedCode(object, reason);
    }
    return first;
}

}  // namespace

void Scan(FileSystem& files, const ScanPlan& plan, const ScanEnvironment& environment) {
    HashCache hashes(files, kScanCacheFile, environment.now_ns);
    std::string change = TouchStaleObjects(files, plan, environment.recompile, hashes);
    const auto write = [&](const std::string& witness, const std::string& text, const std::string& what,
                           bool anew = false) {
        if (!WriteWitness(files, witness, text, anew) || !change.empty()) return;
        change = what + (anew ? " may give other values" : " changed");
    };
    for (const ScanTree& tree : plan.trees) write(tree.witness, WitnessText(tree, environment, hashes), tree.root);
    for (const ScanGroup& group : plan.groups) {
        const bool anew =
            !ChangedSurroundings(files, SurroundingsOf(group.witness), environment.variable, hashes).empty();
        write(group.witness, WitnessText(group, hashes), Join(group.paths, " or "), anew);
    }
    for (const auto& [witness, program] : plan.compilers) {
        write(witness, CompilerWitnessText(program, environment), program);
    }
    for (const std::vector<std::string>& made : plan.made) RemoveDamagedFiles(files, made, hashes);
    if (!plan.ptoas_witness.empty()) {
        write(plan.ptoas_witness, environment.ptoas_identity(plan.ptoas) + "\n", "ptoas");
    }
    const bool planned = IsFile(files, kInputsFile);
    if (WriteIfChanged(files, kInputsFile, InputsText(plan, environment, hashes)) == WriteResult::kWritten && planned &&
        change.empty()) {
        change = "metadata, a variable or pto-ninja itself changed";
    }
    if (environment.tell) environment.tell(hashes);
    if (!change.empty()) OutdateLastRun(files, kLastRunFile, change);
    hashes.Save();
}

}  // namespace pto::gen
