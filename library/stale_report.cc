#include "library/stale_report.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "base/wall_clock.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/steps/hash_cache.h"
#include "generator/umbrella/stale_items.h"
#include "upstream/files.h"

namespace pto::lib {
namespace {

std::string DevicesText(const std::vector<int64_t>& devices) {
    std::vector<std::string> words;
    for (const int64_t device : devices) words.push_back(std::to_string(device));
    return Join(words, ", ");
}

class StaleReport {
  public:
    StaleReport(FileSystem& files, const ProgramImpl& program)
        : files_(files), program_(program), root_(program.place.root), manifest_(run::LoadManifest(files, root_)) {}

    std::vector<StaleItem> Take() {
        if (!AddTarget()) return std::move(items_);  // there are no binaries that could be stale
        const gen::BuildDirectory build = gen::LoadBuildDirectory({files_, root_}, gen::MissingSources::kNote);
        // Its paths are relative to the directory, so that what is asked for here is found for the trees outside.
        gen::HashCache hashes(files_, root_ + "/" + kScanCacheFile, WallClockNs());
        const std::map<std::string, std::string> names = Binaries();
        for (const gen::StaleItem& item : gen::FindStaleItems(files_, root_, build, hashes).items) {
            if (const std::optional<std::string> name = NameOf(item, names)) {
                Add(*name, item.reason.text, item.reason.cause);
            }
        }
        return std::move(items_);
    }

  private:
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

    // As callers know it; nothing for what no run of the program needs, such as golden data.
    std::optional<std::string> NameOf(const gen::StaleItem& item,
                                      const std::map<std::string, std::string>& names) const {
        switch (item.kind) {
            case gen::StaleKind::kBinary: {
                const auto name = names.find(item.object);
                return name == names.end() ? std::nullopt : std::optional(name->second);
            }
            case gen::StaleKind::kPython:
                return program_.distributed && item.name == kHostOrch ? std::optional(item.name) : std::nullopt;
            case gen::StaleKind::kMetadata:
            case gen::StaleKind::kUnit:
            case gen::StaleKind::kTool:
                break;
        }
        return IsOurs(item.name) ? std::optional(item.name) : std::nullopt;
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

    FileSystem& files_;
    const ProgramImpl& program_;
    const std::string& root_;
    const run::Manifest manifest_;
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
