// Reads a directory, plans its build and writes it: manifest, toolchain, scan plan, compile commands, build.ninja.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/config/model.h"
#include "generator/graph/plan_build.h"
#include "generator/options/options.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// Everything that was found out and decided about one directory, for writing it and for `info`.
struct Generation {
    BuildDirectory directory;
    Toolchain toolchain;
    ObjectPlan objects;
    std::vector<Entry> entries;
    size_t recorded_devices = 0;  // of a distributed build, in its sidecar; `directory` has those to use
};

// Whether the directory was asked for objects for a debugger, by this generation or an earlier one.
DebugObjects WantsDebugObjects(const FileSystem& files, const std::string& root);

Generation Prepare(const FileSystem& files, const std::string& root, const GenerateOptions& options,
                   const Roots& roots);

// Publishes nothing if any step fails; build.ninja comes last but for the stamp.
void Commit(FileSystem& files, const Generation& generation, const GenerateOptions& options, const Programs& programs);

}  // namespace pto::gen
