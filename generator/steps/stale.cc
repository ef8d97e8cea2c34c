#include "generator/steps/stale.h"

#include "generator/graph/layout.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : directory + "/" + path;
}

bool IsStale(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    if (!IsFile(files, record_file) || !IsFile(files, Inside(directory, object.object))) return true;
    const CompileRecord record = ParseCompileRecord(files.Read(record_file));
    if (record.inputs.empty() || record.inputs.front().path != object.source) return true;
    for (const RecordedInput& input : record.inputs) {
        if (hashes.Hash(Inside(directory, input.path)) != input.hash) return true;
    }
    return false;
}

}  // namespace

StaleCount CountStaleObjects(FileSystem& files, const std::string& directory) {
    const std::string file = Inside(directory, kScanPlanFile);
    const ScanPlan plan = ParseScanPlan(files.Read(file), file);
    HashCache hashes(files, "", 0);
    StaleCount count;
    for (const ScanObject& object : plan.objects) {
        count.all++;
        if (IsStale(files, directory, object, hashes)) count.stale++;
    }
    return count;
}

}  // namespace pto::gen
