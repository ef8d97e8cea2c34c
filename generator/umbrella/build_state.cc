#include "generator/umbrella/build_state.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/hash.h"
#include "base/text.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/graph/objects.h"
#include "generator/graph/scan_plan.h"
#include "generator/splice/unit_state.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/scan.h"
#include "generator/steps/stale.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/tool_witnesses.h"

namespace pto::gen {
namespace {

// What people call the inputs of a witness, by the first of them.
struct GroupWords {
    std::string_view name;
    std::string_view words;
};
constexpr GroupWords kGroupWords[] = {{"golden.py", "golden.py or data edited"},
                                      {"run.py", "debug/run.py edited"},
                                      {"host_orch.py", "host_orch.py edited"}};

class BuildState {
  public:
    BuildState(FileSystem& files, const std::string& directory)
        : files_(files),
          directory_(directory),
          plan_(ParseScanPlan(files.Read(At(kScanPlanFile)), At(kScanPlanFile))),
          hashes_(files, "", 0),
          tools_(CompareTools(files, directory, plan_, hashes_)) {}

    std::string Text(const BuildDirectory& build) {
        AddUnits(build);
        AddObjects();
        AddGroups();
        if (std::any_of(tools_.begin(), tools_.end(), [](const ToolWitness& tool) { return !tool.same; })) {
            parts_.emplace_back("another toolchain");
        }
        if (MetadataChanged()) parts_.emplace_back("metadata or variables changed");
        return parts_.empty() ? "up to date" : Join(parts_, ", ");
    }

  private:
    std::string At(const std::string& path) const { return path.starts_with("/") ? path : directory_ + "/" + path; }

    void AddUnits(const BuildDirectory& build) {
        const std::vector<PendingUnit> pending = PendingUnits(files_, directory_, build);
        const auto edited = static_cast<size_t>(
            std::count_if(pending.begin(), pending.end(), [](const PendingUnit& unit) { return unit.edited; }));
        if (edited > 0) parts_.push_back(Count(edited, ".pto unit") + " edited");
        if (edited < pending.size()) {
            parts_.push_back(Count(pending.size() - edited, ".pto unit") + " not known to be assembled");
        }
        const size_t raw = EditedRawTexts(files_, directory_, build).size();
        // Kernels are compiled, not what ptoas printed.
        if (raw > 0) parts_.push_back(Count(raw, "ptoas/*.cpp", "ptoas/*.cpp") + " edited, which reaches no kernel");
    }

    void AddObjects() {
        size_t all = 0;
        size_t stale = 0;
        std::set<Cause> causes;
        for (const ScanObject& object : plan_.objects) {
            if (IsForDebugger(object.object)) continue;  // built when somebody debugs
            ++all;
            const Reason reason = WhyStale(files_, directory_, object, hashes_);
            if (!reason) continue;
            ++stale;
            causes.insert(reason.cause);
        }
        if (stale == 0) return;
        std::vector<std::string> codes;
        for (const Cause cause : causes) codes.emplace_back(CauseCode(cause));
        parts_.push_back(std::to_string(stale) + " of " + Count(all, "binary", "binaries") + " stale (" +
                         Join(codes, ", ") + ")");
    }

    void AddGroups() {
        for (const ScanGroup& group : plan_.groups) {
            const std::string& first = group.paths.front();
            const std::string name = first.substr(first.rfind('/') + 1);
            const auto* const row = std::find_if(std::begin(kGroupWords), std::end(kGroupWords),
                                                 [&](const GroupWords& words) { return words.name == name; });
            if (row == std::end(kGroupWords) || IsAsWitnessed(group)) continue;
            const std::string words(row->words);
            if (std::find(parts_.begin(), parts_.end(), words) == parts_.end()) parts_.push_back(words);
        }
    }

    bool IsAsWitnessed(ScanGroup group) {
        for (std::string& path : group.paths) path = At(path);
        const std::string witness = At(group.witness);
        return IsFile(files_, witness) && files_.Read(witness) == WitnessText(group, hashes_) &&
               !IsNewerThanMade(group.witness);
    }

    // What a build noticed, but failed to make anything of.
    bool IsNewerThanMade(const std::string& witness) const {
        const std::optional<FileInfo> noticed = files_.Stat(At(witness));
        return std::any_of(plan_.made.begin(), plan_.made.end(), [&](const std::vector<std::string>& paths) {
            if (ParentPath(paths.front()) != ParentPath(witness)) return false;
            const std::optional<FileInfo> made = files_.Stat(At(paths.front()));
            return made && noticed && made->mtime_ns < noticed->mtime_ns;
        });
    }

    // inputs.list has what each file and variable held when build.ninja was written.
    bool MetadataChanged() {
        const std::string file = At(kInputsFile);
        if (!IsFile(files_, file)) return true;
        const std::string text = "\n" + files_.Read(file);
        for (const std::string& path : plan_.config_files) {
            const std::string line = "\ncontent " + hashes_.Hash(At(path)).value_or("missing") + " " + path + "\n";
            if (text.find(line) == std::string::npos) return true;
        }
        for (const std::string& name : plan_.environment) {
            const char* value = std::getenv(name.c_str());
            const std::string line = "\nenvironment " + name + (value ? "=" + std::string(value) : " unset") + "\n";
            if (text.find(line) == std::string::npos) return true;
        }
        return false;
    }

    FileSystem& files_;
    const std::string& directory_;
    const ScanPlan plan_;
    HashCache hashes_;
    const std::vector<ToolWitness> tools_;
    std::vector<std::string> parts_;
};

}  // namespace

std::string BuildStateText(FileSystem& files, const std::string& directory, const BuildDirectory& build) {
    if (!IsFile(files, directory + "/" + kBuildFile) || !IsFile(files, directory + "/" + kScanPlanFile)) {
        return "not generated";
    }
    return BuildState(files, directory).Text(build);
}

}  // namespace pto::gen
