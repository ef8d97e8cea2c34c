// The scan with the real machine behind it.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/graph/plan_build.h"
#include "generator/steps/scan.h"

namespace pto::gen {

// For the compiled directory `directory`, an absolute path, whose names `files` knows.
ScanEnvironment RealScanEnvironment(FileSystem& files, const std::string& directory, const Programs& programs);

// What identifies pto-ninja itself: another one plans other builds.
std::string GeneratorIdentity(const Programs& programs);

// The scan of the compiled directory that is the current one, as its last generation planned it; asks for another
// generation where that plan is damaged.
void RunScan(FileSystem& files, const Programs& programs);

}  // namespace pto::gen
