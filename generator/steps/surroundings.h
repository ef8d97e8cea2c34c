// What an edge that runs the user's Python depended on when it ran last, beside its declared inputs: the scan compares
// that with what is there now, since neither ninja nor a depfile knows environment variables, files that were looked
// for in vain, or what a program started from Python reads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

struct Surroundings {
    std::vector<std::string> files;        // read; folders that were listed
    std::vector<std::string> absent;       // looked for, and not there
    std::vector<std::string> environment;  // names of variables, set or not
    std::vector<std::string> untracked;    // "starts programs": what these read is not known
};

using EnvironmentReader = std::function<std::optional<std::string>(const std::string& name)>;

std::optional<std::string> ReadEnvironment(const std::string& name);  // getenv

// Of a report of templates/surroundings.py; paths as they are called from here. Throws a Json::exception.
Surroundings ParseSurroundings(const Json& report);

// The file beside the witness of the edge.
std::string SurroundingsOf(const std::string& witness);

// Contents and values as they are now; no file where nothing was seen.
void SaveSurroundings(FileSystem& files, const std::string& path, const Surroundings& seen,
                      const EnvironmentReader& variable);

// One word for what is not as it was saved: a path, a variable, or why that cannot be known. Empty: nothing, or
// nothing was saved. A damaged file counts as a change.
std::string ChangedSurroundings(const FileSystem& files, const std::string& path, const EnvironmentReader& variable,
                                HashCache& hashes);

// What to tell of `source`, which did what cannot be followed; empty: nothing.
std::string UntrackedNote(const std::string& source, const Surroundings& seen);

}  // namespace pto::gen
