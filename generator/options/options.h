// What a user can ask of the generator; recorded in build.ninja so that it regenerates itself the same way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pto::gen {

// A directory outside the compiled one.
struct RootOption {
    std::string path;      // as an option gave it
    std::string recorded;  // as an environment variable gave it, now or when the directory was generated
    const std::string& Path() const { return path.empty() ? recorded : path; }
};

struct GenerateOptions {
    std::string platform;  // overrides the sidecar's: a2a3, a2a3sim, a5, a5sim
    std::string cxx;       // compiler of the kernels
    std::string orchestration_cxx;
    std::string ptoas;  // launcher to use instead of PTOAS_ROOT and PATH
    std::vector<std::string> ptoas_flags;
    std::string ptoas_timeout;  // seconds; empty: PYPTO_PTOAS_TIMEOUT or the default
    bool rebuild_from_pto = true;
    RootOption pto_isa_root;
    RootOption simpler_root;
    RootOption ascend_home;        // compilers for a device
    std::string runtime;           // embedded, simpler or pypto; empty: simpler when its root is known, else embedded
    std::string launcher;          // of the compilers, with its words: ccache, distcc
    std::optional<bool> pch;       // precompile the kernels' headers, whatever speaks against it, or never
    bool strict_identity = false;  // rebuild every time what is compiled against headers in an unknown state
    bool recompile = false;        // once, so not recorded: build everything again
    bool debug = false;            // plan objects for a debugger, too; a file in the directory remembers it
    bool require_pin = false;      // refuse a PTO-ISA other than the runtime's pin
    std::string device_ids;        // of a distributed build, "0,1,2", instead of the sidecar's; or
    std::string world_size;        // their number, for devices from 0
};

// The devices that device_ids or world_size ask for, distinct and none negative; nothing when neither was given. Throws
// a usage Error for anything else.
std::optional<std::vector<int64_t>> ChosenDevices(const GenerateOptions& options);

}  // namespace pto::gen
