// What FromDir reads of a directory. Nothing is built, nothing is written.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "library/build_place.h"
#include "pto_ninja/program.h"
#include "runtime/core/manifest.h"

namespace pto::lib {

struct ProgramImpl {
    std::string directory;  // as given
    BuildPlace place;
    bool distributed = false;
    std::string platform;
    std::string backend;
    std::vector<Param> params;
    std::vector<run::Param> run_params;  // the same for the runtime
    std::vector<int64_t> device_ids;     // distributed only
    std::vector<std::string> notes;
};

// Both throw input Errors as FromDir promises, and a usage Error for a platform or backend that does not exist.
ProgramImpl LoadOneChip(const FileSystem& files, const std::string& directory, const FromDirOptions& options);
ProgramImpl LoadDistributed(const FileSystem& files, const std::string& directory,
                            const DistributedFromDirOptions& options);

}  // namespace pto::lib
