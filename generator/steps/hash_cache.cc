#include "generator/steps/hash_cache.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/hash.h"
#include "base/text.h"

namespace pto::gen {
namespace {

// A file changed less than this before the scan may change again without its time showing it (ticks, coarse file
// systems), so its hash is not remembered.
constexpr int64_t kSettledNs = 2'000'000'000;

template <typename T>
bool ReadNumber(std::string_view& line, T& value) {
    const auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (code != std::errc() || end == line.data() + line.size() || *end != ' ') return false;
    line.remove_prefix(static_cast<size_t>(end - line.data()) + 1);
    return true;
}

}  // namespace

HashCache::HashCache(FileSystem& files, std::string cache_file, int64_t now_ns)
    : files_(files), cache_file_(std::move(cache_file)), now_ns_(now_ns) {
    if (!IsFile(files_, cache_file_)) return;
    loaded_text_ = files_.Read(cache_file_);
    for (std::string_view line : ExactLines(loaded_text_)) {
        Entry entry;
        if (ReadNumber(line, entry.size) && ReadNumber(line, entry.mtime_ns) && ReadNumber(line, entry.ctime_ns) &&
            ReadNumber(line, entry.inode) && line.size() > 33 && line[32] == ' ') {
            entry.hash = std::string(line.substr(0, 32));
            known_[std::string(line.substr(33))] = std::move(entry);
        }
    }
}

std::optional<std::string> HashCache::Hash(const std::string& path) {
    if (const auto answered = answered_.find(path); answered != answered_.end()) return answered->second;
    const std::optional<FileInfo> info = files_.Stat(path);
    std::optional<std::string> hash;
    if (info && info->type == FileType::kRegular) hash = HashFile(path, *info);
    if (info && info->type == FileType::kDirectory) hash = HashDirectory(path, info->inode);
    return answered_[path] = hash;
}

std::string HashCache::HashFile(const std::string& path, const FileInfo& info) {
    const auto known = known_.find(path);
    if (known != known_.end()) {
        const Entry& entry = known->second;
        if (entry.size == info.size && entry.mtime_ns == info.mtime_ns && entry.ctime_ns == info.ctime_ns &&
            entry.inode == info.inode) {
            used_[path] = entry;
            return entry.hash;
        }
    }
    const std::string hash = ContentHash(files_.Read(path));
    if (info.ctime_ns < now_ns_ - kSettledNs) {
        used_[path] = {info.size, info.mtime_ns, info.ctime_ns, info.inode, hash};
    }
    return hash;
}

std::string HashCache::HashDirectory(const std::string& path, uint64_t inode) {
    // A link to a directory above would be followed for ever.
    if (std::find(above_.begin(), above_.end(), inode) != above_.end()) return "loop";
    above_.push_back(inode);
    HashBuilder builder;
    for (const std::string& name : files_.List(path)) {
        builder.Add(name);
        builder.Add(Hash(path + "/" + name).value_or("gone"));
    }
    above_.pop_back();
    return builder.Finish();
}

const std::unordered_set<std::string>& HashCache::NamesIn(const std::string& path) {
    const auto [listed, first] = listed_.try_emplace(path);
    if (first && IsDirectory(files_, path)) {
        for (std::string& name : files_.List(path)) listed->second.insert(std::move(name));
    }
    return listed->second;
}

void HashCache::Save() {
    std::string text;
    for (const auto& [path, entry] : used_) {
        if (path.find('\n') != std::string::npos) continue;
        text += std::to_string(entry.size) + " " + std::to_string(entry.mtime_ns) + " " +
                std::to_string(entry.ctime_ns) + " " + std::to_string(entry.inode) + " " + entry.hash + " " + path +
                "\n";
    }
    if (text != loaded_text_) files_.Write(cache_file_, text);
}

}  // namespace pto::gen
