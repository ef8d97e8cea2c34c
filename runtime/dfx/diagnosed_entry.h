// The diagnostics of one entry as pto-replay sees them, on every runtime: what the runner is told, and afterwards the
// names, the timeline and the list of what was written.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

// Throws a usage Error for what the runtime of the directory cannot do.
void CheckDiagnostics(const Manifest& manifest, const Diagnostics& diagnostics);

struct DiagnosticFiles {
    std::vector<std::string> written;  // relative to the directory of the manifest
    std::string trace;                 // absolute; empty: none
    std::vector<std::string> notes;
};

class DiagnosedEntry {
  public:
    // Removes what an earlier run left of dispatches when diagnostics are asked for; nothing else goes away.
    DiagnosedEntry(FileSystem& files, const Manifest& manifest, const Entry& entry, const Diagnostics& asked);

    // For the run that is to be recorded.
    const Diagnostics& diagnostics() const { return diagnostics_; }
    bool Any() const { return diagnostics_.Any(); }

    // After a run that succeeded. Throws an Error that names a file that cannot be read or written.
    DiagnosticFiles Finish();
    // After one that failed: a note that says where to look, or nothing.
    std::vector<std::string> Remains() const;

  private:
    struct FileMark {
        int64_t mtime_ns;
        uint64_t inode;
        uint64_t size;
        bool operator==(const FileMark&) const = default;
    };

    std::vector<std::string> Folders() const;
    std::map<std::string, FileMark> MarkFiles() const;
    bool IsNew(const std::string& name) const;
    std::vector<std::string> NewFiles() const;
    const Program* ProgramIn(const std::string& folder) const;
    void WriteNameMap(const std::string& folder, const Program& program);
    std::string WriteTrace();

    FileSystem& files_;
    const Manifest& manifest_;
    const Entry& entry_;
    Diagnostics diagnostics_;
    std::string name_map_;                    // of an undistributed program
    std::map<std::string, FileMark> before_;  // by name below the diagnostics' directory
};

}  // namespace pto::run
