// What a symbolic link may mean where we write; docs/files.md, "Links", says the same to users.
//
//   a kernel that is spliced          the link stays, and what it leads to is written (FileSystem::WriteThroughLink): a
//                                     body goes between PyPTO's sentinels only, so that no other file can be meant
//   every other file that we write    never followed: the link is replaced by a file (FileSystem::Write)
//   a folder that is ours             refused when it leads out of the directory, before anything is written: what
//                                     Ninja, compilers and the runtimes write there cannot be told to replace links
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"

namespace pto {

// Folders in which we write, below a compiled directory. The last two are PyPTO's names.
inline constexpr char kPrivateDir[] = ".pto-ninja";
inline constexpr char kBenchmarkDir[] = "bench_outputs";
inline constexpr char kDiagnosticsDir[] = "dfx_outputs";
// Chip programs of a build for several chips, and of one with several orchestrations: in a folder each.
inline constexpr char kNextLevels[] = "next_levels";

// Throws an input Error when, in the compiled directory or build_output/ at `root`, a folder of ours is a link that
// leads out of it, or something in .pto-ninja/, bench_outputs/ or dfx_outputs/ is. Every command that writes calls it
// before it does. A log of Ninja's that has a second name elsewhere is given a file of its own.
void RefuseLinksOut(const std::string& root);

// The same for the folder of one file: throws when .pto-ninja, or a folder below it on the way to `path`, leads out.
void RefuseLinkedOwnFolder(const std::string& path);

// The folder on the way from `root` to `path`, which is relative, that is a link out of `root`: relative too.
std::optional<std::string> LinkedFolder(const FileSystem& files, const std::string& root, const std::string& path);

// Whether there is neither a file at `path` below `root`, nor a link, nor a link out on the way to it.
bool IsFreeForOwnFile(const FileSystem& files, const std::string& root, const std::string& path);

}  // namespace pto
