// The two programs that a build consists of, pto-ninja and ninja, as child processes.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "pto_ninja/build.h"

namespace pto::lib {

// Absolute path of `name` ("pto-ninja", "pto-replay") as BuildOptions say. Throws a toolchain Error when it is nowhere.
std::string ToolPath(const std::string& pto_ninja, const std::string& name);

// What decides a build beside the sources; empty fields: as it is.
struct BuildTarget {
    std::string platform;
    std::vector<int64_t> device_ids;
};

// Whether the build in `root`, which has been generated, is for this target.
bool IsBuiltFor(const FileSystem& files, const std::string& root, const BuildTarget& target);

// Writes build.ninja if it is missing, is for another target, or was asked for with flags. The flags of an earlier
// generation stay, but for those that name the target.
void GenerateIfNeeded(const FileSystem& files, const std::string& root, const BuildTarget& target,
                      const BuildOptions& options);

// Builds targets of the directory. Throws a toolchain Error with the first thing that went wrong.
void RunNinja(const std::string& root, const std::vector<std::string>& targets, const BuildOptions& options);

// Everything that a run needs but golden tensors. Throws as above.
BuildResult BuildFor(const FileSystem& files, const std::string& root, const BuildTarget& target,
                     const BuildOptions& options);

// What the last build of the directory did.
BuildResult LastBuild(const FileSystem& files, const std::string& root);

// Pure. The line to quote of what a build printed: the first error, else the last line.
std::string FirstError(const std::string& output);

}  // namespace pto::lib
