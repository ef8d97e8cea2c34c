// What has to agree between the files of a compiled directory, each of which is valid by itself. Pure.
#pragma once

#include <string>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

// Throws an input Error for an orchestration whose signature has not as many entries as its sidecar has parameters. It
// may leave out scalars.
void CheckSignature(const Folder& folder, const Program& program);

// Programs that were compiled for PyPTO's kernel mode alone, and whether they can be run here.
void NoteOtherModes(BuildDirectory& build);

// Sidecars that record another platform than the one that all programs of the directory are built for.
void NoteOtherPlatforms(BuildDirectory& build);

}  // namespace pto::gen
