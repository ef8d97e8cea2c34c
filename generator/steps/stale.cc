#include "generator/steps/stale.h"

#include "generator/graph/layout.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : Below(directory, path);
}

// The first difference between what an object was made from and what is there now; empty: none.
std::string CompareWithRecord(const FileSystem& files, const std::string& directory, const ScanObject& object,
                              HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    CompileRecord record;
    if (IsFile(files, record_file)) record = ParseCompileRecord(files.Read(record_file));
    if (record.inputs.empty()) return "nobody knows what it was built from";
    if (record.inputs.front().path != object.source) return "it was built from " + record.inputs.front().path;
    for (const RecordedInput& input : record.inputs) {
        const std::optional<std::string> now = hashes.Hash(Inside(directory, input.path));
        if (!now) return input.path + ", which it was built from, is gone";
        if (*now != input.hash) return input.path + " has changed since it was built";
    }
    return {};
}

}  // namespace

bool IsCurrent(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes) {
    return CompareWithRecord(files, directory, object, hashes).empty();
}

std::string WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object,
                     HashCache& hashes) {
    if (!IsFile(files, Inside(directory, object.object))) return "not built";
    return CompareWithRecord(files, directory, object, hashes);
}

StaleCount CountStaleObjects(FileSystem& files, const std::string& directory) {
    const std::string file = Inside(directory, kScanPlanFile);
    const ScanPlan plan = ParseScanPlan(files.Read(file), file);
    HashCache hashes(files, "", 0);
    StaleCount count;
    for (const ScanObject& object : plan.objects) {
        count.all++;
        // The scan leaves a missing object to ninja, which looks for it.
        const bool there = IsFile(files, Inside(directory, object.object));
        if (!there || !IsCurrent(files, directory, object, hashes)) count.stale++;
    }
    return count;
}

}  // namespace pto::gen
