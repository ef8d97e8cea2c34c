// Every binary of a directory: from which source, by which compiler and flags, under which name. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generator/config/model.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

struct Object {
    Recipe recipe;
    std::string name;                        // shown to people: "gate", "next_levels/decode: tile_triple"
    std::string source;                      // relative to the root, or absolute
    std::string path;                        // of the binary, relative to the root
    std::vector<std::string> include_dirs;   // additional -I directories
    std::vector<std::string> splice_stamps;  // of the units that write into the source
    std::vector<std::string> linked;         // other objects that become part of it, in link order
    std::string prefix;                      // header whose precompiled form may stand for the source's start
};

// Headers to precompile: their text, by the recipe of the kernels that start with it.
using Prefixes = std::map<Recipe, std::string>;

// What each program needs, in the order of its kernels; indexes point into `objects`. Kernels that share source, core,
// runtime and include directories share one object, and all orchestrations of a runtime its sources.
struct ProgramObjects {
    size_t orchestration = 0;
    std::vector<size_t> kernels;
};

struct ObjectPlan {
    std::vector<Object> objects;
    std::vector<ProgramObjects> programs;                // parallel to BuildDirectory::programs
    std::vector<ProgramObjects> debug_programs;          // the same for a debugger; none unless they were asked for
    std::optional<size_t> adapter;                       // what a run of all programs needs
    std::optional<size_t> hooks;                         // the same, where the user has hooks
    std::map<std::string, std::string> written_sources;  // path and text of the headers to precompile
};

// How a kernel of `program` is compiled.
Recipe KernelRecipe(const Toolchain& toolchain, const Program& program, const KernelEntry& kernel);

// Whether every binary is also planned for a debugger, in a folder beside the others. Only a simulator's are.
enum class DebugObjects { kNone, kPlanned };

ObjectPlan PlanObjects(const BuildDirectory& directory, const Toolchain& toolchain, const Prefixes& prefixes = {},
                       DebugObjects debug = DebugObjects::kNone);

// The stamp of a unit's splice edge.
std::string SpliceStamp(const Program& program, const Unit& unit);

}  // namespace pto::gen
