#include "generator/steps/function_cache.h"

#include <utility>

#include "base/text.h"
#include "generator/config/unit_listing.h"

namespace pto::gen {

FunctionCache::FunctionCache(FileSystem& files, HashCache& hashes, std::string cache_file)
    : files_(files), hashes_(hashes), cache_file_(std::move(cache_file)) {
    if (!IsFile(files_, cache_file_)) return;
    loaded_text_ = files_.Read(cache_file_);
    for (const std::string_view line : ExactLines(loaded_text_)) {
        const size_t blank = line.find(' ');
        if (blank != std::string_view::npos) known_[std::string(line.substr(0, blank))] = line.substr(blank + 1);
    }
}

PtoFunctionSource FunctionCache::Source() {
    return [this](const std::string& path, const FileInfo&) { return Functions(path); };
}

std::vector<std::string> FunctionCache::Functions(const std::string& path) {
    const std::string hash = hashes_.Hash(path).value_or("");
    const auto known = known_.find(hash);
    const std::string names = known != known_.end() ? known->second : Join(PtoFunctionNames(files_.Read(path)), " ");
    used_[hash] = names;
    std::vector<std::string> functions;
    for (const std::string_view name : Split(names, ' ')) {
        if (!name.empty()) functions.emplace_back(name);
    }
    return functions;
}

void FunctionCache::Save() {
    std::string text;
    for (const auto& [hash, names] : used_) text += hash + " " + names + "\n";
    if (text != loaded_text_) files_.Write(cache_file_, text);
}

}  // namespace pto::gen
