// A file that appears under its name only when it is complete.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace pto {

// Renames `from` to `to`, which are in one directory. Throws an input Error that names `to`; what to do about a
// directory in its place is said.
void MoveOver(const std::string& from, const std::string& to);

// Writes into a temporary file beside the target, which goes again unless it is moved into place. All throw an input
// Error that names the target; its directory must exist.
class AtomicFile {
  public:
    explicit AtomicFile(const std::string& target);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    void WriteAll(std::string_view content);
    // A file that is replaced keeps its permissions; a new one gets what the process mask allows.
    void MoveIntoPlace();

  private:
    std::string target_;
    std::string path_;
    std::optional<mode_t> mode_;  // of the file that is replaced
    int unseen_ = 0;              // errno where it could not be looked at
    int descriptor_;
    bool kept_ = false;
};

}  // namespace pto
