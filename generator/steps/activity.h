// What the build did since the last scan, one line per step; the run reads it for its summary.
#pragma once

#include <string>
#include <vector>

#include "contract/activity.h"

namespace pto::gen {

// Appends with one write, so that parallel steps do not mix. The current directory is the compiled directory; a file
// that cannot be written only costs the summary a line.
void AppendActivity(const BuildStep& step);
void ClearActivity();

// What a step of a build could not do for the sake of the user's files, as "refused<tab>STEP": ninja makes one exit
// code of all, and pto-replay has to tell this from a compiler that fails. Nothing for a command that no build calls,
// or another exit code.
void NoteRefusedStep(const std::vector<std::string>& arguments, int exit_code);

}  // namespace pto::gen
