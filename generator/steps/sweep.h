// Removal of what killed builds left behind.
#pragma once

#include "base/file_system.h"

namespace pto::gen {

// Removes temporary files without an owner from every place below the current directory, which is the compiled one,
// where we or the tools before us write: beside the sources, in our own directory, at the top.
void SweepLeftOvers(const FileSystem& files);

}  // namespace pto::gen
