#include "generator/steps/stale.h"

#include "base/text.h"
#include "contract/layout.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : Below(directory, path);
}

// Whether the object is what the compile left: a file system that lost power may have kept its name and time alone.
bool IsAsMade(const MadeObject& made, const std::string& path, const FileInfo& info, HashCache& hashes) {
    if (made.IsUntouched(info)) return true;
    return made.size == info.size && hashes.Hash(path) == made.hash;
}

// The first file that is where the compiler found none; empty when there is none.
std::string NewFile(const FileSystem& files, const std::string& directory, const CompileRecord& record,
                    HashCache& hashes) {
    for (const AbsentNames& absent : record.absent) {
        const std::unordered_set<std::string>& names = hashes.NamesIn(Inside(directory, absent.directory));
        if (names.empty()) continue;
        for (const std::string& name : absent.names) {
            if (names.count(name) == 0) continue;
            return absent.directory == "." ? name : absent.directory + "/" + name;
        }
    }
    for (const std::string& path : record.no_files) {
        if (IsFile(files, Inside(directory, path))) return path;
    }
    return {};
}

// The first input that is not as it was, and how many there are; empty when all are.
std::string ChangedInput(const std::string& directory, const CompileRecord& record, HashCache& hashes) {
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

}  // namespace

std::string WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object,
                     HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    if (!IsFile(files, record_file)) return "never built";
    const CompileRecord record = ParseCompileRecord(files.Read(record_file));
    const std::string path = Inside(directory, object.object);
    const std::optional<FileInfo> info = files.Stat(path);
    if (!info || info->type != FileType::kRegular) return "the binary is gone";
    if (record.inputs.empty()) return "the record of its last build is damaged";
    if (record.inputs.front().path != object.source) return "was built from '" + record.inputs.front().path + "'";
    if (record.made && !IsAsMade(*record.made, path, *info, hashes)) return "the binary is damaged";
    const std::string changed = ChangedInput(directory, record, hashes);
    if (!changed.empty()) return changed;
    const std::string appeared = NewFile(files, directory, record, hashes);
    return appeared.empty() ? "" : "'" + appeared + "' is new";
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
