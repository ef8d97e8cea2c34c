// Reads kernel_config.py: which kernels a program has, its orchestration and the settings of its runtime.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

struct ConfigContext {
    std::string shown_file;  // name of the file in messages
    std::string root;        // of the build directory, absolute
    std::string directory;   // of the program below the root: "" or "next_levels/<name>"
    std::function<std::optional<std::string>(const std::string&)> environment;
    std::function<std::string(const std::string&)> canonical;  // see CanonicalPath
};

// All parts throw input Errors with file, line and column. No KERNELS and no ORCHESTRATION is read without complaint:
// see KernelConfig::unusable.
KernelConfig ParseKernelConfig(std::string_view text, const ConfigContext& context);
// The same from the kernel_config.json of packaged artefacts: {"kernels": [..], "orchestration": {..}, "runtime":
// {..}}.
KernelConfig ParseKernelConfigJson(std::string_view text, const ConfigContext& context);

// Reads <root>/<program_directory>/kernel_config.py; where that uses Python outside the accepted subset, the
// kernel_config.json beside it, if there is one. Whether the sources exist is not looked at: see FindMissingSource.
KernelConfig LoadKernelConfig(const Folder& folder, const std::string& program_directory);

// Throws what KernelConfig::unusable says, if anything.
void RequireUsable(const Folder& folder, const KernelConfig& config);

// A source or include directory that is named but does not exist.
struct MissingSource {
    int line = 0;      // of the entry
    std::string path;  // as in the entry
    std::string text;  // "KERNELS[2] (gate): source 'kernels/aiv/gate.cpp' does not exist"
};
// The first in the order kernels, orchestration.
std::optional<MissingSource> FindMissingSource(const Folder& folder, const KernelConfig& config);

}  // namespace pto::gen
