#include "generator/report/report.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <tuple>

#include "base/error.h"
#include "contract/layout.h"
#include "generator/baseline/baseline.h"
#include "generator/config/build_directory_loader.h"
#include "generator/steps/hash_cache.h"
#include "generator/umbrella/stale_items.h"

namespace pto::gen {
namespace {

// A folder of diagnostics holds rank<r>/d<k>/ and a folder for each program; what is deeper is not ours.
constexpr int kDeepestFolder = 4;

Json LoadIfThere(const FileSystem& files, const std::string& path) {
    if (!IsFile(files, path)) return nullptr;
    try {
        return LoadJson(files, path, "");
    } catch (const Error&) {
        return nullptr;  // damaged: as if it were not there
    }
}

// Every file below `folder`, as "folder/..." , sorted.
std::vector<std::string> FilesBelow(const FileSystem& files, const std::string& directory, const std::string& folder,
                                    int depth = 0) {
    std::vector<std::string> found;
    if (depth > kDeepestFolder || !IsDirectory(files, directory + "/" + folder)) return found;
    for (const std::string& name : files.List(directory + "/" + folder)) {
        const std::string path = folder + "/" + name;
        const std::optional<FileInfo> info = files.Stat(directory + "/" + path);
        if (!info) continue;
        if (info->type == FileType::kRegular) found.push_back(path);
        if (info->type != FileType::kDirectory) continue;
        for (std::string& below : FilesBelow(files, directory, path, depth + 1)) found.push_back(std::move(below));
    }
    return found;
}

std::string NameOf(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

// What a trace viewer opens: ours, and what PyPTO's tools make of a swimlane.
bool IsTimeline(const std::string& path) {
    const std::string name = NameOf(path);
    return name == "trace.json" || (name.starts_with("merged_swimlane_") && name.ends_with(".json"));
}

void SortNewestFirst(const FileSystem& files, const std::string& directory, std::vector<std::string>& paths) {
    std::vector<std::tuple<int64_t, std::string>> timed;
    for (const std::string& path : paths) {
        const std::optional<FileInfo> info = files.Stat(directory + "/" + path);
        timed.emplace_back(info ? -info->mtime_ns : 0, path);
    }
    std::sort(timed.begin(), timed.end());
    for (size_t i = 0; i < paths.size(); ++i) paths[i] = std::get<1>(timed[i]);
}

void GatherStale(FileSystem& files, const std::string& directory, BuildReport& report) {
    if (!IsFile(files, directory + "/" + kScanPlanFile)) return;
    HashCache hashes(files, "", 0);
    for (const StaleItem& item :
         FindStaleItems(files, directory, LoadBuildDirectory({files, directory}), hashes).items) {
        report.stale.push_back(item.name + ": " + item.reason.text);
    }
}

void GatherEdges(FileSystem& files, const std::string& directory, BuildReport& report) {
    const std::string log = directory + "/" + kPrivateDir + "/.ninja_log";
    if (IsFile(files, log)) report.edges = LongestEdges(files.Read(log));
}

void GatherBenchmarks(FileSystem& files, const std::string& directory, BuildReport& report) {
    for (const std::string& path : FilesBelow(files, directory, kBenchmarkDir)) {
        if (NameOf(path) != "latest.json") continue;
        report.benchmarks.emplace_back(path.substr(0, path.rfind('/')), LoadIfThere(files, directory + "/" + path));
    }
}

void GatherDiagnostics(FileSystem& files, const std::string& directory, BuildReport& report) {
    for (std::string& path : FilesBelow(files, directory, kDiagnosticsDir)) {
        (IsTimeline(path) ? report.timelines : report.diagnostics).push_back(std::move(path));
    }
    SortNewestFirst(files, directory, report.timelines);
}

void GatherPatch(FileSystem& files, const std::string& directory, BuildReport& report) {
    if (!IsFile(files, directory + "/" + kBaselineFile)) return;
    const Baseline baseline = LoadBaseline(files, directory);
    for (const FileChange& change : FindChanges(files, directory, baseline, baseline.Paths())) {
        report.patch += MakePatch(change, PatchStyle::kPlain).text;
    }
}

}  // namespace

BuildReport GatherReport(FileSystem& files, const std::string& directory) {
    // A directory that cannot be loaded has no report: its message says what is wrong with it.
    LoadBuildDirectory({files, directory});
    BuildReport report;
    report.directory = directory;
    report.state = LookAt(files, directory, "");
    report.last_run = LoadIfThere(files, directory + "/" + kLastRunFile);
    const std::function<void(FileSystem&, const std::string&, BuildReport&)> parts[] = {
        GatherStale, GatherEdges, GatherBenchmarks, GatherDiagnostics, GatherPatch};
    for (const auto& gather : parts) {
        try {
            gather(files, directory, report);
        } catch (const Error& error) {
            report.problems.emplace_back(error.what());
        }
    }
    return report;
}

}  // namespace pto::gen
