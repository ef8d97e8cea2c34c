// Bringing a compiled directory up to date: what PyPTO's replay does before a run, edge by edge.
//
// The functions start the programs `pto-ninja` and `ninja` and wait for them; Ctrl-C ends both and becomes an Error.
// They may be called from any thread, but not two at a time for one directory. All throw input Errors for a directory
// that is no build, and toolchain Errors when a program is missing or the build fails.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_ninja/error.h"
#include "pto_ninja/export.h"

namespace pto {

struct BuildOptions {
    // Flags of pto-ninja: {"--pto-isa-root", "/opt/pto-isa"}. The directory is generated again with these and no
    // others; none: as it was generated last.
    std::vector<std::string> flags;
    // Compile everything again, whatever is up to date.
    bool recompile = false;
    // Gets everything that the build printed, once, when it is over; null: nobody does. An Error names the first thing
    // that went wrong either way.
    std::function<void(std::string_view text)> print;
    // pto-ninja, with pto-replay beside it. A path that is not there, or none: the one in PATH.
    std::string pto_ninja = PTO_NINJA_PROGRAM;
};

// What a build did, by name ("scale", in a directory with several programs "decode/scale"), sorted.
struct BuildResult {
    std::vector<std::string> compiled;
    std::vector<std::string> spliced;    // .pto units whose kernels were rewritten
    std::vector<std::string> assembled;  // .pto units that ptoas was run on and that gave what was there
    std::vector<std::string> reused;     // binaries that were up to date
};

// Builds every binary of a compiled directory, and records the host orchestration of a distributed one. Writes the
// build first if there is none. `directory` may be a next_levels/<name>: its whole build is brought up to date.
PTO_NINJA_API BuildResult Build(const std::string& directory, const BuildOptions& options = {});

// Removes what was compiled, for every platform, so that the next build compiles it again; sources, golden tensors and
// PyPTO's own files stay. Returns the number of binaries removed, 0 where nothing was built. Waits for PyPTO's lock.
// There is no need for it after an edit: builds notice edits by content.
PTO_NINJA_API size_t InvalidateBinaryCache(const std::string& directory);

// What became of the .pto units of a directory.
struct RebuiltFromPto {
    std::vector<std::string> assembled;  // units that ptoas was run on and that gave what was there
    std::vector<std::string> spliced;    // units whose text went into their kernels
    std::vector<std::string> kernels;    // sources that changed, relative to the build's directory
    std::vector<std::string> pending;    // edited units that ptoas could not be run on: not there, or switched off
};

// Runs ptoas on every edited ptoas/<unit>.pto and splices the result into the kernels; compiles nothing. Unedited units
// cost nothing. Throws a toolchain Error with nothing changed when ptoas rejects a unit.
PTO_NINJA_API RebuiltFromPto RebuildKernelCppFromPto(const std::string& directory, const BuildOptions& options = {});

}  // namespace pto
