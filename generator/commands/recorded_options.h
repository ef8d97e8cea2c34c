// The flags that a directory was last generated with.
#pragma once

#include <string>

#include "base/file_system.h"
#include "generator/commands/command_line.h"
#include "generator/options/options.h"

namespace pto::gen {

// None for a directory that was not generated yet. Throws an input Error when the record holds something else.
GenerateOptions RecordedOptions(const FileSystem& files, const std::string& directory);

// What `line` has parsed into `given`, over what is recorded for `directory`.
GenerateOptions OverRecorded(const FileSystem& files, const std::string& directory, const CommandLine& line,
                             const GenerateOptions& given);

}  // namespace pto::gen
