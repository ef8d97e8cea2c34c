// Looks at the kernels of a directory for what is worth precompiling.
#pragma once

#include "base/file_system.h"
#include "generator/graph/objects.h"
#include "generator/options/options.h"

namespace pto::gen {

// One header for each recipe of which enough kernels start alike. None for a device, whose compiler has no precompiled
// headers, and with a launcher none unless they are asked for: such compiles are neither cached nor sent away.
Prefixes ChoosePrefixes(const FileSystem& files, const BuildDirectory& directory, const Toolchain& toolchain,
                        const GenerateOptions& options);

}  // namespace pto::gen
