// What `pto-ninja list` says of one directory, found out without changing anything in it.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/config/model.h"

namespace pto::gen {

struct DirectoryState {
    std::string path;      // as shown
    std::string kind;      // "L2", "L3", "several", "broken"
    std::string platform;  // as recorded; "-" when unknown
    std::string kernels;   // number of them; "-" when unknown
    std::string result;    // of the last run: "passed", "mismatch", ...; "-": never ran
    std::string state;     // of BuildStateText (build_state.h), or what is broken
};

struct PendingUnit {
    std::string pto;
    bool edited = false;  // else it was never handled here, and its time alone speaks for an edit
};

// The .pto files that are not those that were handled last.
std::vector<PendingUnit> PendingUnits(const FileSystem& files, const std::string& directory,
                                      const BuildDirectory& build);

// The texts of ptoas that were edited, which reaches no kernel.
std::vector<std::string> EditedRawTexts(const FileSystem& files, const std::string& directory,
                                        const BuildDirectory& build);

// "result" of the last run, "-" when there is none that can be read.
std::string LastResult(const FileSystem& files, const std::string& directory);

DirectoryState LookAt(FileSystem& files, const std::string& root, const std::string& directory);

// Columns as wide as their longest entry, a heading, one line per directory. Pure.
std::string TableText(const std::vector<DirectoryState>& rows);

}  // namespace pto::gen
