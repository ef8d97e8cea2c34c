// The flags that a directory was last generated with.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/options/options.h"

namespace pto::gen {

// None for a directory that was not generated yet. Throws a usage Error when the record holds something else.
GenerateOptions RecordedOptions(const FileSystem& files, const std::string& directory);

}  // namespace pto::gen
