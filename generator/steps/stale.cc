#include "generator/steps/stale.h"

#include "base/text.h"
#include "generator/graph/layout.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : Below(directory, path);
}

}  // namespace

std::string WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object,
                     HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    if (!IsFile(files, record_file)) return "never built";
    const CompileRecord record = ParseCompileRecord(files.Read(record_file));
    if (!IsFile(files, Inside(directory, object.object))) return "the binary is gone";
    if (record.inputs.empty()) return "the record of its last build is damaged";
    if (record.inputs.front().path != object.source) return "was built from '" + record.inputs.front().path + "'";
    std::string first;
    size_t others = 0;
    for (const RecordedInput& input : record.inputs) {
        const std::optional<std::string> hash = hashes.Hash(Inside(directory, input.path));
        if (hash == input.hash) continue;
        if (!first.empty()) {
            ++others;
            continue;
        }
        first = "'" + input.path + "' " + (hash ? "changed" : "is gone");
    }
    return others == 0 ? first : first + ", and " + Count(others, "more file", "more files");
}

StaleObjects FindStaleObjects(FileSystem& files, const std::string& directory) {
    const std::string file = Inside(directory, kScanPlanFile);
    const ScanPlan plan = ParseScanPlan(files.Read(file), file);
    HashCache hashes(files, "", 0);
    StaleObjects objects;
    for (const ScanObject& object : plan.objects) {
        if (IsForDebugger(object.object)) continue;  // built when somebody debugs
        objects.all++;
        const std::string reason = WhyStale(files, directory, object, hashes);
        if (!reason.empty()) objects.stale.push_back({object.source, reason});
    }
    return objects;
}

}  // namespace pto::gen
