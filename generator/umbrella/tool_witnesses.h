// What a directory's binaries were made with, as its build recorded it, compared with what is there now.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

struct ToolWitness {
    std::string name;     // the compiler as it is started, or the root of headers
    std::string witness;  // path of the file that is rewritten when another one is used
    bool compiler = false;
    bool same = true;  // as recorded
    // Which binaries it concerns.
    bool kernels = true;
    bool orchestrations = true;
};

// Compilers, headers outside of the directory, and the runtime. Starts nothing but git and compilers that are scripts.
std::vector<ToolWitness> CompareTools(FileSystem& files, const std::string& root, const ScanPlan& plan,
                                      HashCache& hashes);

// What an object is older than, although it is what was noticed last: a build that noticed another tool and then failed
// has recorded it, but not used it for every binary. Empty: nothing.
std::string NewerTool(const FileSystem& files, const std::string& object, bool orchestration,
                      const std::vector<ToolWitness>& tools);

}  // namespace pto::gen
