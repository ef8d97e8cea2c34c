// Reads the sidecars compiled_meta.json (one chip) and distributed_meta.json (several).
#pragma once

#include <string>
#include <string_view>

#include "generator/config/folder.h"
#include "generator/config/model.h"

namespace pto::gen {

// Every mistake is one input Error: "file: params[2].dtype is .., expected ..; .. recompile the program with
// ir.compile()". `shown_file` stands in messages and notes. Keys that are not known are ignored, except in
// distributed_config. A schema newer than all of upstream/sidecar_schemas.h is read like the newest, with a note.
CompiledMeta ParseCompiledMeta(std::string_view text, const std::string& shown_file);
DistributedMeta ParseDistributedMeta(std::string_view text, const std::string& shown_file);

// <root>/<program_directory>/compiled_meta.json and <root>/distributed_meta.json, which must exist.
CompiledMeta LoadCompiledMeta(const Folder& folder, const std::string& program_directory);
DistributedMeta LoadDistributedMeta(const Folder& folder);

}  // namespace pto::gen
