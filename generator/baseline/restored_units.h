// What the splice has to know when the sources of a unit are back as they were first seen.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/baseline/baseline.h"

namespace pto::gen {

// For each unit whose .pto, raw text and kernels are all as first seen: writes the state it had then, so that the next
// build neither needs ptoas nor touches a kernel, or assembles again what had been pending. Units that are edited in
// part, and directories whose configuration cannot be read, are left to the splice. To be called with the lock held.
void SettleRestoredUnits(FileSystem& files, const std::string& root, const Baseline& baseline);

}  // namespace pto::gen
