// A whole build_output/: the directories below it generated side by side, and one build.ninja that delegates to them.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/graph/plan_build.h"
#include "generator/options/options.h"

namespace pto::gen {

// Writes the umbrella's build.ninja and what its regeneration depends on. Paths are below the tree's
// root, whose names `files` knows.
void CommitUmbrella(FileSystem& files, const std::vector<std::string>& directories, const GenerateOptions& options,
                    const Programs& programs, const std::string& generator_identity);

// compile_commands.json over all of them, from theirs; paths as above. clangd takes a directory's own; other tools want
// the whole.
void WriteUmbrellaCommands(FileSystem& files, const std::vector<std::string>& directories);

}  // namespace pto::gen
