#include "runtime/app/entry_run.h"

#include <algorithm>

namespace pto::run {

void AddNote(EntryRun& run, std::string note) {
    std::vector<std::string>& notes = run.result.notes;
    if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

void PutBackProcess(EntryRun& run, const std::string& who) {
    AddNote(run, PutBackNote(who, run.process->PutBack()));
}

}  // namespace pto::run
