// The edge that runs first in every build: compares contents with what was last seen, so that an edit is noticed
// whatever its time stamp says, and decides whether build.ninja has to be written again. A few milliseconds when
// nothing changed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

// What a scan cannot find out by reading files below the directory.
struct ScanEnvironment {
    std::function<std::optional<std::string>(const std::string&)> variable;  // getenv
    std::function<std::string(const std::string&)> program_identity;         // of a compiler, as it would be started
    std::function<std::string(const std::string&)> commit;                   // checked out at a root, or empty
    std::function<bool(const ScanTree&)> is_clean;                           // a checkout without local changes
    std::function<std::string(const std::string&)> ptoas_identity;           // of ptoas; the argument is --ptoas
    std::function<std::string(HashCache&)> listing;                          // names that decide build.ninja
    std::function<void(HashCache&)> tell;                                    // about edits; may be empty
    std::string generator_identity;
    std::string directory;  // absolute: compile_commands.json names it
    int64_t now_ns = 0;
    bool recompile = false;  // asked for by the user: every object counts as stale
};

// Paths are relative to the current directory, which is the compiled one. Touches the witness of every object whose
// recorded inputs are not what is on disk, rewrites the other witnesses and inputs.list if their contents differ,
// removes what an edge made and something damaged.
void Scan(FileSystem& files, const ScanPlan& plan, const ScanEnvironment& environment);

// What the witness of a group or a tree holds while it is as it is now.
std::string WitnessText(const ScanGroup& group, HashCache& hashes);
std::string WitnessText(const ScanTree& tree, const ScanEnvironment& environment, HashCache& hashes);

// What the witness of a compiler holds: which program it is, and the variables that change what it makes.
std::string CompilerWitnessText(const std::string& program, const ScanEnvironment& environment);

// Content of inputs.list.
std::string InputsText(const ScanPlan& plan, const ScanEnvironment& environment, HashCache& hashes);

}  // namespace pto::gen
