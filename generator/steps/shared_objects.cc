#include "generator/steps/shared_objects.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "base/left_overs.h"
#include "base/text.h"
#include "base/wall_clock.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/stale.h"

namespace pto::gen {
namespace {

constexpr std::string_view kFirstLine = "pto-ninja shared object 1";
constexpr int64_t kKeptNs = int64_t{30} * 24 * 3600 * 1'000'000'000;
constexpr uint64_t kKeptBytes = uint64_t{2} << 30;

// Takes "SIZE\n" and as many bytes off the front.
std::optional<std::string_view> TakePart(std::string_view& text) {
    uint64_t size = 0;
    const std::from_chars_result number = std::from_chars(text.data(), text.data() + text.size(), size);
    const auto digits = static_cast<size_t>(number.ptr - text.data());
    if (number.ec != std::errc() || digits >= text.size() || text[digits] != '\n') return std::nullopt;
    text.remove_prefix(digits + 1);
    if (size > text.size()) return std::nullopt;
    const std::string_view part = text.substr(0, size);
    text.remove_prefix(size);
    return part;
}

std::string PartText(std::string_view part) {
    return std::to_string(part.size()) + "\n" + std::string(part);
}

}  // namespace

std::string SharedObjectsDirectory(const std::function<std::optional<std::string>(const std::string&)>& variable) {
    constexpr char kFolder[] = "/pto-ninja";
    const std::string cache = variable("XDG_CACHE_HOME").value_or("");
    // One that is relative counts as none, as the specification of these directories has it.
    if (cache.starts_with("/")) return cache + kFolder;
    const std::string home = variable("HOME").value_or("");
    return home.starts_with("/") ? home + "/.cache" + kFolder : std::string();
}

std::string SystemState(const FileSystem& files, const std::vector<std::string>& prerequisites,
                        const CompileRecord& record, const std::vector<std::string>& trees) {
    std::set<std::string> covered;
    for (const RecordedInput& input : record.inputs) covered.insert(input.path);
    HashBuilder hash;
    for (const std::string& path : prerequisites) {
        const bool identified =
            std::any_of(trees.begin(), trees.end(), [&](const std::string& tree) { return IsBelow(path, tree); });
        if (identified || covered.contains(path)) continue;
        const std::optional<FileInfo> info = files.Stat(path);
        hash.Add(path);
        hash.Add(info ? std::to_string(info->size) + " " + std::to_string(info->mtime_ns) : "");
    }
    return hash.Finish();
}

std::string SharedObjectText(const SharedObject& object) {
    std::string body = PartText(CompileRecordText(object.record)) + PartText(Join(object.prerequisites, "\n")) +
                       PartText(object.system) + PartText(object.content);
    return std::string(kFirstLine) + " " + ContentHash(body) + "\n" + std::move(body);
}

std::optional<SharedObject> ParseSharedObject(std::string_view text) {
    const size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    const std::string_view first = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (first != std::string(kFirstLine) + " " + ContentHash(text)) return std::nullopt;
    const auto record = TakePart(text);
    const auto prerequisites = record ? TakePart(text) : std::nullopt;
    const auto system = prerequisites ? TakePart(text) : std::nullopt;
    const auto content = system ? TakePart(text) : std::nullopt;
    if (!content || !text.empty()) return std::nullopt;
    SharedObject object{ParseCompileRecord(*record), {}, std::string(*system), std::string(*content)};
    for (const std::string_view line : ExactLines(*prerequisites)) object.prerequisites.emplace_back(line);
    if (object.record.inputs.empty()) return std::nullopt;
    return object;
}

std::vector<std::string> ExpiredObjects(std::vector<KeptFile> kept, int64_t now_ns) {
    std::stable_sort(kept.begin(), kept.end(),
                     [](const KeptFile& left, const KeptFile& right) { return left.used_ns > right.used_ns; });
    std::vector<std::string> expired;
    uint64_t bytes = 0;
    for (size_t i = 0; i < kept.size(); ++i) {
        bytes += kept[i].size;
        if (i > 0 && (now_ns - kept[i].used_ns > kKeptNs || bytes > kKeptBytes)) expired.push_back(kept[i].name);
    }
    return expired;
}

std::optional<SharedObject> SharedObjects::Find(const std::string& key, const std::vector<std::string>& trees) {
    if (directory_.empty()) return std::nullopt;
    try {
        const std::string path = FileOf(key);
        if (!IsFile(files_, path)) return std::nullopt;
        std::optional<SharedObject> object = ParseSharedObject(files_.Read(path));
        HashCache hashes(files_, "", 0);
        if (!object || WhyOutdated(files_, "", object->record, hashes) ||
            SystemState(files_, object->prerequisites, object->record, trees) != object->system) {
            return std::nullopt;
        }
        utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
        return object;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void SharedObjects::Keep(const std::string& key, const SharedObject& object) {
    if (directory_.empty()) return;
    try {
        files_.Write(FileOf(key), SharedObjectText(object));
        RemoveExpired();
    } catch (const Error&) {
        // No room, or no cache that may be written to: the next directory compiles for itself.
    }
}

std::string SharedObjects::LockFile(const std::string& key) const {
    return directory_.empty() ? std::string() : directory_ + "/" + key + ".lock";
}

void SharedObjects::RemoveExpired() {
    RemoveLeftOvers(directory_);
    std::vector<KeptFile> kept;
    for (const std::string& name : files_.List(directory_)) {
        if (!name.ends_with(".object") && !name.ends_with(".lock")) continue;
        if (const auto info = files_.Stat(directory_ + "/" + name)) kept.push_back({name, info->size, info->mtime_ns});
    }
    for (const std::string& name : ExpiredObjects(std::move(kept), WallClockNs()))
        files_.Remove(directory_ + "/" + name);
}

}  // namespace pto::gen
