// What becomes of a file that a user may have written or edited: ours is put there, put beside what is theirs, or the
// file stays as it is. Pure.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"

namespace pto::gen {

enum class FileAction { kWritten, kMerged, kUpToDate, kLeft };

struct FileDecision {
    FileAction action = FileAction::kWritten;
    std::string text;  // of the file from now on; unused when it stays
    std::string why;   // of kLeft
};

// "written", "merged: ...": for reports.
std::string DecisionText(const FileDecision& decision);

// A file that is wholly ours. `body` is put below a comment line with its digest, by which an edit is seen; an edited
// file, or one of another origin, stays. `existing` is nothing when there is no file.
FileDecision DecideOwned(const std::optional<std::string>& existing, const std::string& body);

// A file of settings. Every list of `ours` is merged item by item: items are told by "label", "name" or "id", ours
// replace those of the same name, and the others keep every byte, with the comments between them. A member that is no
// list has to be equal where there is one. A text that cannot be read, or has something else in a list's place, stays.
FileDecision DecideMerged(const std::optional<std::string>& existing, const Json& ours);

}  // namespace pto::gen
