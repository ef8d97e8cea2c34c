// What is compiled alike in every directory, kept once for all directories of a user: one file for each object, under a
// name that says what it was compiled with. Whatever goes wrong here costs a compile and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {

// $XDG_CACHE_HOME/pto-ninja, or ~/.cache/pto-ninja; empty where neither variable has an absolute path.
std::string SharedObjectsDirectory(const std::function<std::optional<std::string>(const std::string&)>& variable);

struct SharedObject {
    CompileRecord record;                    // what it was made from; of no directory: nothing is said of the object
    std::vector<std::string> prerequisites;  // as the compiler listed them
    std::string system;                      // SystemState of these
    std::string content;
};

// Names, sizes and times of the files that no record and no identity covers: those of `prerequisites` that `record`
// does not have and that are not below `trees`.
std::string SystemState(const FileSystem& files, const std::vector<std::string>& prerequisites,
                        const CompileRecord& record, const std::vector<std::string>& trees);

std::string SharedObjectText(const SharedObject& object);
// Nothing for a text that is cut off, changed or of another version.
std::optional<SharedObject> ParseSharedObject(std::string_view text);

struct KeptFile {
    std::string name;
    uint64_t size = 0;
    int64_t used_ns = 0;  // when it was last made or taken
};
// Names of those to remove: not used for 30 days, or beyond 2 GiB, the oldest first. The newest stays.
std::vector<std::string> ExpiredObjects(std::vector<KeptFile> kept, int64_t now_ns);

class SharedObjects {
  public:
    // `directory` empty: nothing is kept and nothing found. Nothing is made before the first Keep.
    SharedObjects(FileSystem& files, std::string directory) : files_(files), directory_(std::move(directory)) {}

    // Whose every input is as it was, `trees` apart, which are part of the key.
    std::optional<SharedObject> Find(const std::string& key, const std::vector<std::string>& trees);
    // Removes what has expired, too. Says nothing when it cannot.
    void Keep(const std::string& key, const SharedObject& object);
    // Where those who are about to make the same object wait for each other; empty: nowhere.
    std::string LockFile(const std::string& key) const;

  private:
    std::string FileOf(const std::string& key) const { return directory_ + "/" + key + ".object"; }
    void RemoveExpired();

    FileSystem& files_;
    std::string directory_;
};

}  // namespace pto::gen
