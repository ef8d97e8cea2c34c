#include "generator/steps/stale.h"

#include "generator/graph/layout.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : Below(directory, path);
}

}  // namespace

bool IsCurrent(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    if (!IsFile(files, record_file)) return false;
    const CompileRecord record = ParseCompileRecord(files.Read(record_file));
    if (record.inputs.empty() || record.inputs.front().path != object.source) return false;
    for (const RecordedInput& input : record.inputs) {
        if (hashes.Hash(Inside(directory, input.path)) != input.hash) return false;
    }
    return true;
}

StaleCount CountStaleObjects(FileSystem& files, const std::string& directory) {
    const std::string file = Inside(directory, kScanPlanFile);
    const ScanPlan plan = ParseScanPlan(files.Read(file), file);
    HashCache hashes(files, "", 0);
    StaleCount count;
    for (const ScanObject& object : plan.objects) {
        if (IsForDebugger(object.object)) continue;  // built when somebody debugs
        count.all++;
        // The scan leaves a missing object to ninja, which looks for it.
        const bool there = IsFile(files, Inside(directory, object.object));
        if (!there || !IsCurrent(files, directory, object, hashes)) count.stale++;
    }
    return count;
}

}  // namespace pto::gen
