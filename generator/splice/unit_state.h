// What is remembered about a unit between builds: .pto-ninja/state/<program>/<unit>.json. It is no output of any edge,
// so that neither a clean nor an interruption removes it; it is never needed to keep an edit, only to save work.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

// Content of the stamp of a unit that was never spliced.
inline constexpr char kNothingSpliced[] = "nothing spliced yet\n";

// Everything relative to `root`.
struct UnitPaths {
    std::string root;     // as given; "" and "." are the working directory
    std::string name;     // of the unit
    std::string pto;      // ptoas/<unit>.pto, below next_levels/<name> where the program lies there
    std::string raw;      // ptoas/<unit>.cpp: what ptoas printed
    std::string kernels;  // kernels
    std::string state;
    std::string stamp;

    std::string OnDisk(const std::string& relative) const {
        return root.empty() || root == "." ? relative : root + "/" + relative;
    }
};
// `program_directory` is "" or "next_levels/<name>".
UnitPaths PathsOf(const std::string& root, const std::string& program, const std::string& program_directory,
                  const std::string& unit, const std::string& stamp);

struct UnitState {
    std::string pto;    // hash of the .pto last handled; empty: none, the unit is pending
    std::string raw;    // hash of the raw text last spliced; empty: none
    std::string ptoas;  // identity of the ptoas that these belong to; empty: not known, any will do
    std::vector<std::string> flags;
    std::string splice_id;                      // content of the stamp; new whenever kernels were rewritten
    std::map<std::string, std::string> bodies;  // kernel -> hash of its body when this was written
    // Kernel -> hash of the body that a splice was about to give it; empty once it is done. Such a body is ours, even
    // if that splice was killed and its .pto was taken back.
    std::map<std::string, std::string> writing;

    bool operator==(const UnitState&) const = default;
};

// Nothing when there is no state, or none that this version can read: the unit is then seeded again.
std::optional<UnitState> LoadUnitState(const FileSystem& files, const UnitPaths& paths);
std::string UnitStateText(const UnitState& state);

// The state of a unit of which nothing is remembered, from what is on disk. A .pto that is not newer than the raw text
// counts as handled (PyPTO's rule: equal times are fresh), and the raw text as spliced, edited kernels or not. Where
// times mean nothing (git, cp -r) an unedited .pto may seem newer by a moment: it counts as handled too where files
// that nobody edits are newer still, else ptoas runs once, prints the same, and nothing else happens. A stamp that
// survived keeps its content.
UnitState SeededState(const FileSystem& files, const UnitPaths& paths, const std::vector<std::string>& functions);

// At generation: writes the state if there is none. Takes no lock: it creates a file of ours and touches no source.
void SeedUnitState(FileSystem& files, const UnitPaths& paths, const std::vector<std::string>& functions);

std::string KernelPath(const UnitPaths& paths, const std::string& core, const std::string& function);

// kernels/aic/<function>.cpp and kernels/aiv/<function>.cpp, those that exist. PyPTO takes the first; the second is one
// more kernel of the unit (a mixed task's other core) unless it has no sentinels at all, hand-written then, and left
// alone.
std::vector<std::string> KernelsOf(const FileSystem& files, const UnitPaths& paths, const std::string& function);

// Hash of the body between the sentinels, line ends aside; nothing for a kernel that cannot be split.
std::optional<std::string> BodyHash(std::string_view kernel_text);

}  // namespace pto::gen
