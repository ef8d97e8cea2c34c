// Which state a checkout of somebody else's headers is in: what its identity rests on, and what a person is told of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

// 40 lower-case hex digits.
bool IsCommit(std::string_view text);

// The commit that is checked out at `root`, read from its .git without starting git: 40 hex digits, or empty when
// `root` is no checkout or its state cannot be read. Cheap enough for every scan.
std::string HeadCommit(const FileSystem& files, const std::string& root);

struct SourceTree {
    std::string root;    // absolute, canonical; empty: none is used
    std::string origin;  // "--pto-isa-root", "PTO_ISA_ROOT": for messages
    std::string commit;  // empty: not a checkout
    bool clean = false;  // as committed below the directories of headers; false when git cannot tell
};

// Asks git about `root`, whose headers lie in the directories `headers` below it. Remembered for the life of the
// process.
SourceTree InspectTree(const std::string& root, const std::vector<std::string>& headers, const std::string& origin);

// "cd4a3d3f7a1a" for a clean checkout, "cd4a3d3f7a1a with local changes", "no git checkout".
std::string TreeText(const SourceTree& tree);

// What is wrong with running against `tree` when the runtime asks for the commit `pin`: empty when it is that commit
// and clean. Pure.
std::string PinProblem(const SourceTree& tree, const std::string& pin);

}  // namespace pto::gen
