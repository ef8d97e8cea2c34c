// The platforms that a program can be compiled for: the rows of upstream/platforms.h. Pure.
#pragma once

#include <string>

#include "generator/config/model.h"

namespace pto::gen {

struct Platform {
    std::string name;        // "a2a3sim"
    std::string backend;     // "Ascend910B"
    std::string arch;        // "a2a3", "a5": the directory name in the runtime
    std::string ptoas_arch;  // "a3", "a5"
    std::string core_arch;   // "dav-c220", "dav-c310": what the device compiler calls the cores
    bool simulator = true;
};

// Throws an input Error naming `place` with a "did you mean".
const Platform& FindPlatform(const std::string& name, const std::string& place);
// What the sidecars of a directory record, else the simulator of the backend they record; empty without a sidecar.
// `file` receives the sidecar's path.
std::string RecordedPlatform(const BuildDirectory& directory, std::string& file);
// The backend's simulator, when a sidecar records no platform. An unknown backend gives the first simulator.
const Platform& DefaultPlatform(const std::string& backend);

}  // namespace pto::gen
