#include "generator/umbrella/stale_items.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/scan.h"
#include "generator/steps/stale.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/tool_witnesses.h"

namespace pto::gen {
namespace {

// Python of the user's, by its file.
struct PythonFile {
    std::string_view name;
    std::string_view never;
    std::string_view changed;
};
constexpr PythonFile kPythonFiles[] = {
    {"golden.py", "was not run yet", "or its data changed since it was run"},
    {"run.py", "was not run yet", "has changed since it was run"},
    {"host_orch.py", "not recorded", "has changed since it was recorded"},
};

class StaleSearch {
  public:
    StaleSearch(FileSystem& files, const std::string& directory, HashCache& hashes)
        : files_(files),
          directory_(directory),
          hashes_(hashes),
          plan_(ParseScanPlan(files.Read(At(kScanPlanFile)), At(kScanPlanFile))) {}

    StaleItems Run(const BuildDirectory& build) {
        AddMetadata();
        AddUnits(build);
        AddPython();
        AddTools();
        AddBinaries();
        return std::move(found_);
    }

  private:
    std::string At(const std::string& path) const { return path.starts_with("/") ? path : directory_ + "/" + path; }

    void Add(StaleKind kind, const std::string& name, Cause cause, const std::string& text) {
        found_.items.push_back({kind, name, {cause, text}});
    }

    // inputs.list has what each file and variable held when build.ninja was written.
    void AddMetadata() {
        if (!IsFile(files_, At(kInputsFile))) {
            Add(StaleKind::kMetadata, kBuildFile, Cause::kMetadata, "what it was written from is not recorded");
            return;
        }
        const std::string text = "\n" + files_.Read(At(kInputsFile));
        const auto recorded = [&](const std::string& line) { return text.find("\n" + line + "\n") != text.npos; };
        for (const std::string& path : plan_.config_files) {
            if (recorded("content " + hashes_.Hash(At(path)).value_or("missing") + " " + path)) continue;
            Add(StaleKind::kMetadata, path, Cause::kMetadata, "has changed since the build was generated");
        }
        for (const std::string& name : plan_.environment) {
            const char* value = std::getenv(name.c_str());
            if (recorded("environment " + name + (value ? "=" + std::string(value) : " unset"))) continue;
            Add(StaleKind::kMetadata, name, Cause::kMetadata, "has changed since the build was generated");
        }
        const std::optional<FileInfo> written = files_.Stat(At(kBuildStamp));
        const std::optional<FileInfo> seen = files_.Stat(At(kInputsFile));
        if (!written || (seen && seen->mtime_ns > written->mtime_ns)) {
            Add(StaleKind::kMetadata, kBuildFile, Cause::kMetadata,
                "was not written again after its inputs had changed");
        }
    }

    void AddUnits(const BuildDirectory& build) {
        for (const PendingUnit& unit : PendingUnits(files_, directory_, build)) {
            Add(StaleKind::kUnit, unit.pto, unit.edited ? Cause::kPto : Cause::kNeverBuilt,
                unit.edited ? "was edited and is not in its kernels yet" : "is not known to be in its kernels");
        }
    }

    // The groups whose witness decides what is made of Python.
    void AddPython() {
        for (const ScanGroup& group : plan_.groups) {
            const std::string& path = group.paths.front();
            const auto* const file =
                std::find_if(std::begin(kPythonFiles), std::end(kPythonFiles),
                             [&](const PythonFile& candidate) { return candidate.name == PathName(path); });
            if (file == std::end(kPythonFiles)) continue;
            const std::vector<std::string>* const made = MadeFrom(group.witness);
            if (made != nullptr && !IsFile(files_, At(made->front()))) {
                Add(StaleKind::kPython, path, Cause::kNeverBuilt, std::string(file->never));
            } else if (!IsAsWitnessed(group) || (made != nullptr && IsOlder(made->front(), group.witness))) {
                Add(StaleKind::kPython, path, Cause::kSource, std::string(file->changed));
            }
        }
    }

    bool IsAsWitnessed(ScanGroup group) const {
        for (std::string& path : group.paths) path = At(path);
        const std::string witness = At(group.witness);
        return IsFile(files_, witness) && files_.Read(witness) == WitnessText(group, hashes_);
    }

    const std::vector<std::string>* MadeFrom(const std::string& witness) const {
        for (const std::vector<std::string>& paths : plan_.made) {
            if (ParentPath(paths.front()) == ParentPath(witness)) return &paths;
        }
        return nullptr;
    }

    // What a build noticed, but failed to make anything of.
    bool IsOlder(const std::string& made, const std::string& witness) const {
        const std::optional<FileInfo> made_info = files_.Stat(At(made));
        const std::optional<FileInfo> noticed = files_.Stat(At(witness));
        return made_info && noticed && made_info->mtime_ns < noticed->mtime_ns;
    }

    void AddTools() {
        for (const ToolWitness& tool : CompareTools(files_, directory_, plan_, hashes_)) {
            if (tool.same) continue;
            Add(StaleKind::kTool, tool.name, tool.compiler ? Cause::kCompiler : Cause::kToolchain,
                tool.compiler ? "is not the compiler that made the binaries"
                              : "is not what the binaries were compiled against");
        }
    }

    void AddBinaries() {
        for (const ScanObject& object : plan_.objects) {
            if (IsForDebugger(object.object)) continue;
            ++found_.binaries;
            if (Reason reason = WhyStale(files_, directory_, object, hashes_)) {
                found_.items.push_back({StaleKind::kBinary, object.source, std::move(reason), object.object});
            }
        }
    }

    FileSystem& files_;
    const std::string& directory_;
    HashCache& hashes_;
    const ScanPlan plan_;
    StaleItems found_;
};

}  // namespace

StaleItems FindStaleItems(FileSystem& files, const std::string& directory, const BuildDirectory& build,
                          HashCache& hashes) {
    return StaleSearch(files, directory, hashes).Run(build);
}

}  // namespace pto::gen
