// The libraries that a checkout of the runtime is built into: what a run loads.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/toolchain/platform.h"
#include "generator/toolchain/simpler_layout.h"

namespace pto::gen {

// Paths are absolute.
struct RuntimeLibraries {
    std::string name;  // of the runtime
    std::string host_runtime;
    std::string aicpu_kernel;
    std::string aicore_kernel;
};

// An empty path is one that the platform does not have, or a run can do without.
struct SimplerLibraries {
    std::vector<RuntimeLibraries> runtimes;
    std::string sim_context;
    std::string dispatcher;
    std::string sdma_warmup;
    std::string log;
};

// Throws a toolchain Error that names the first that is missing and says how to build it.
SimplerLibraries FindSimplerLibraries(const FileSystem& files, const std::string& root, const Platform& platform,
                                      const std::vector<RuntimeLayout>& runtimes);

}  // namespace pto::gen
