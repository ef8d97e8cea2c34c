// Files that are written beside their target and renamed into place: their names, and what a killed writer left of
// them.
#pragma once

#include <sys/types.h>

#include <string>

namespace pto {

// "<directory>/.<name>.pto-ninja-<pid>-<number>": hidden, recognisably ours, another one at each call. `suffix` comes
// last, for programs that go by it: ".cpp" or none.
std::string TemporaryName(const std::string& target, const std::string& suffix = {});

// Creates such a file for writing, with what the process's mask leaves of `mode`, and says in `path` how it is called.
// -1 and errno when it cannot.
int OpenTemporary(const std::string& target, std::string& path, mode_t mode);

// Such a name for as long as this object lives, and nothing of it afterwards: whoever wants to keep the file renames
// it.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& target, const std::string& suffix = {})
        : path_(TemporaryName(target, suffix)) {}
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

// Whether a file name is one of those, and the process that made it is gone. Processes of another machine or container
// count as gone: a name of theirs is in use for milliseconds only.
bool IsLeftOver(const std::string& name);

// Removes what IsLeftOver says from a directory, or from everything below it; links are not followed. Says nothing when
// it cannot: nothing depends on it.
void RemoveLeftOvers(const std::string& directory);
void RemoveLeftOversBelow(const std::string& directory);

}  // namespace pto
