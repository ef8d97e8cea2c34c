// What a directory's binaries were made with, as its build recorded it, compared with what is there now.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

struct ToolWitness {
    std::string name;  // the compiler as it is started, or the root of headers
    bool compiler = false;
    bool same = true;  // as recorded
};

// Compilers, headers outside of the directory, and the runtime. Starts nothing but git and compilers that are scripts.
std::vector<ToolWitness> CompareTools(FileSystem& files, const std::string& root, const ScanPlan& plan,
                                      HashCache& hashes);

}  // namespace pto::gen
