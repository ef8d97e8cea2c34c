// Turns the values of a kernel_config.py, or of the kernel_config.json beside it, into a KernelConfig.
#pragma once

#include <map>
#include <string>

#include "generator/config/model.h"
#include "generator/config/pure_path.h"
#include "generator/python/python_source.h"
#include "generator/python/python_value.h"

namespace pto::gen {

// Names of the four tables, which messages use too.
struct ConfigTables {
    std::string kernels;
    std::string orchestration;
    std::string runtime_config;
    std::string runtime_env;
};

struct ConfigLocation {
    std::string file;               // relative to the root, for notes
    std::string program_directory;  // absolute; a relative source counts from here
};

// Errors point into `source`, with the index and line of the entry. Unknown keys and tables become notes.
// Nothing is looked up on disk but what `mapper` needs for paths that leave the root by their text.
KernelConfig MapKernelConfig(const PythonSource& source, const std::map<std::string, Value>& names,
                             const ConfigTables& tables, const ConfigLocation& location, PathMapper* mapper);

}  // namespace pto::gen
