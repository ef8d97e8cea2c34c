// Everything of a directory that the next build makes again, and why: `list`, the report and the library all ask here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "contract/cause.h"
#include "generator/config/model.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

enum class StaleKind {
    kMetadata,  // build.ninja
    kUnit,      // what ptoas makes of a .pto
    kPython,    // what the user's Python makes: golden data, inputs, the plan
    kTool,      // what all binaries of a kind are made with
    kBinary,
};

struct StaleItem {
    StaleKind kind = StaleKind::kMetadata;
    std::string name;  // what the reason is about: a file, a variable, a compiler, a tree of headers, a binary's source
    Reason reason;
    std::string object = {};  // of a binary: its path
};

struct StaleItems {
    std::vector<StaleItem> items;
    size_t binaries = 0;  // all, but those for a debugger, which are built when somebody debugs
};

// `directory` has been generated. Reads only; starts nothing but git and compilers that are scripts. Throws an input
// Error for a damaged scan plan.
StaleItems FindStaleItems(FileSystem& files, const std::string& directory, const BuildDirectory& build,
                          HashCache& hashes);

}  // namespace pto::gen
