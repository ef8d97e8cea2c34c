#include "library/stale_report.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "base/wall_clock.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/scan.h"
#include "generator/steps/stale.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/tool_witnesses.h"
#include "upstream/files.h"

namespace pto::lib {
namespace {

constexpr char kChangedSince[] = "has changed since the build was generated";

std::string DevicesText(const std::vector<int64_t>& devices) {
    std::vector<std::string> words;
    for (const int64_t device : devices) words.push_back(std::to_string(device));
    return Join(words, ", ");
}

class StaleReport {
  public:
    StaleReport(FileSystem& files, const ProgramImpl& program)
        : files_(files),
          program_(program),
          root_(program.place.root),
          manifest_(run::LoadManifest(files, root_)),
          plan_(gen::ParseScanPlan(files.Read(At(kScanPlanFile)), At(kScanPlanFile))),
          // Its paths are relative to the directory, so that what is asked for here is found for the trees outside.
          hashes_(files, At(kScanCacheFile), WallClockNs()),
          tools_(gen::CompareTools(files, root_, plan_, hashes_)) {}

    std::vector<StaleItem> Take() {
        if (!AddTarget()) return std::move(items_);  // there are no binaries that could be stale
        AddMetadata();
        for (const gen::PendingUnit& unit :
             gen::PendingUnits(files_, root_, gen::LoadBuildDirectory({files_, root_}, gen::MissingSources::kNote))) {
            if (!IsOurs(unit.pto)) continue;
            Add(unit.pto,
                unit.edited ? "was edited and is not in its kernels yet" : "is not known to be in its kernels",
                unit.edited ? Cause::kPto : Cause::kNeverBuilt);
        }
        if (program_.distributed) AddPlan();
        AddTools();
        AddBinaries();
        return std::move(items_);
    }

  private:
    std::string At(const std::string& path) const { return path.starts_with("/") ? path : root_ + "/" + path; }
    void Add(const std::string& name, const std::string& reason, Cause cause) {
        items_.push_back({name, reason, std::string(CauseCode(cause))});
    }

    // Not one of the other programs of the directory.
    bool IsOurs(const std::string& path) const {
        const std::string own = LevelOf(program_.place.program) + "/";
        return program_.place.program.empty() || !path.starts_with(LevelOf("")) || path.starts_with(own);
    }

    bool AddTarget() {
        const size_t before = items_.size();
        if (manifest_.platform != program_.platform) {
            Add("platform", "built for '" + manifest_.platform + "', not for '" + program_.platform + "'",
                Cause::kTarget);
        }
        if (manifest_.distributed && manifest_.distributed->device_ids != program_.device_ids) {
            Add("devices",
                "built for " + DevicesText(manifest_.distributed->device_ids) + ", not for " +
                    DevicesText(program_.device_ids),
                Cause::kTarget);
        }
        return items_.size() == before;
    }

    // inputs.list has what each file held when build.ninja was written: "content HASH PATH".
    void AddMetadata() {
        std::map<std::string, std::string> recorded;
        const std::string text = files_.Read(At(kInputsFile));
        for (const std::string_view line : ExactLines(text)) {
            const std::vector<std::string_view> words = Split(line, ' ');
            if (words.size() < 3 || words[0] != "content") continue;
            recorded[std::string(line.substr(words[0].size() + words[1].size() + 2))] = std::string(words[1]);
        }
        for (const std::string& file : plan_.config_files) {
            if (!IsOurs(file)) continue;
            if (hashes_.Hash(At(file)).value_or("missing") != recorded[file])
                Add(file, kChangedSince, Cause::kMetadata);
        }
        const std::optional<FileInfo> written = files_.Stat(At(kBuildStamp));
        const std::optional<FileInfo> seen = files_.Stat(At(kInputsFile));
        if (!written || (seen && seen->mtime_ns > written->mtime_ns)) {
            Add(kBuildFile, "was not written again after its inputs had changed", Cause::kMetadata);
        }
    }

    bool IsAsWitnessed(const std::string& witness, const std::string& text) const {
        return IsFile(files_, At(witness)) && files_.Read(At(witness)) == text;
    }

    void AddPlan() {
        for (const gen::ScanGroup& group : plan_.groups) {
            if (group.paths != std::vector<std::string>{std::string(kHostOrch)}) continue;
            if (!IsFile(files_, At(kPlanFile))) {
                Add(std::string(kHostOrch), "not recorded", Cause::kNeverBuilt);
            } else if (!IsAsWitnessed(group.witness, gen::WitnessText({"", {At(group.paths[0])}}, hashes_))) {
                Add(std::string(kHostOrch), "has changed since it was recorded", Cause::kSource);
            }
        }
    }

    // Headers and runtimes outside, and the compilers.
    void AddTools() {
        for (const gen::ToolWitness& tool : tools_) {
            if (tool.same) continue;
            if (tool.compiler) {
                Add(tool.name, "is not the compiler that made the binaries", Cause::kCompiler);
            } else {
                Add(tool.name, "is not what the binaries were compiled against", Cause::kToolchain);
            }
        }
    }

    // Names of the binaries that a run of the program loads.
    std::map<std::string, std::string> Binaries() const {
        std::map<std::string, std::string> names;
        for (const run::Program& program : manifest_.programs) {
            if (!program_.place.program.empty() && program.name != program_.place.program) continue;
            const std::string prefix = program_.distributed ? program.name + "/" : "";
            names.emplace(program.orchestration.binary,
                          "orchestration " + prefix + program.orchestration.function_name);
            for (const run::Kernel& kernel : program.kernels) names.emplace(kernel.binary, prefix + kernel.name);
        }
        if (manifest_.simpler) names.emplace(manifest_.simpler->adapter, "adapter");
        return names;
    }

    void AddBinaries() {
        const std::map<std::string, std::string> names = Binaries();
        for (const gen::ScanObject& object : plan_.objects) {
            const auto name = names.find(object.object);
            if (name == names.end()) continue;
            if (const Reason reason = gen::WhyStale(files_, root_, object, hashes_)) {
                Add(name->second, reason.text, reason.cause);
            }
        }
    }

    FileSystem& files_;
    const ProgramImpl& program_;
    const std::string& root_;
    const run::Manifest manifest_;
    const gen::ScanPlan plan_;
    gen::HashCache hashes_;
    const std::vector<gen::ToolWitness> tools_;
    std::vector<StaleItem> items_;
};

}  // namespace

std::vector<StaleItem> FindStale(FileSystem& files, const ProgramImpl& program) {
    if (!IsGenerated(files, program.place.root)) {
        return {{kBuildFile, "not written yet: nothing was ever built", std::string(CauseCode(Cause::kNeverBuilt))}};
    }
    return StaleReport(files, program).Take();
}

}  // namespace pto::lib
