#include "generator/steps/made_files.h"

#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kDigestDigits = 32;

// Path -> hash; of a damaged line nothing is known, so that its file counts as damaged.
std::map<std::string, std::string> LoadMadeRecord(const FileSystem& files, const std::string& path) {
    std::map<std::string, std::string> hashes;
    if (!IsFile(files, path)) return hashes;
    const std::string text = files.Read(path);
    for (const std::string_view line : ExactLines(text)) {
        if (line.size() < kDigestDigits + 2) continue;
        hashes[std::string(line.substr(kDigestDigits + 1))] = line.substr(0, kDigestDigits);
    }
    return hashes;
}

}  // namespace

void RecordMadeFiles(FileSystem& files, const std::vector<std::string>& outputs) {
    std::string text;
    for (const std::string& path : outputs) {
        if (IsFile(files, path)) text += ContentHash(files.Read(path)) + " " + path + "\n";
    }
    files.Write(MadeRecordOf(outputs.front()), text);
}

void RemoveDamagedFiles(FileSystem& files, const std::vector<std::string>& outputs, HashCache& hashes) {
    const std::map<std::string, std::string> made = LoadMadeRecord(files, MadeRecordOf(outputs.front()));
    for (const std::string& path : outputs) {
        const std::optional<FileInfo> info = files.Stat(path);
        if (!info) continue;
        if (info->type == FileType::kDirectory) {
            ThrowInput(path, "a directory is in the place of a file", "remove the directory");
        }
        const auto known = made.find(path);
        if (known == made.end() || hashes.Hash(path) != known->second) files.Remove(path);
    }
}

}  // namespace pto::gen
