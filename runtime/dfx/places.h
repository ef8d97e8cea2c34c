// Where diagnostics lie and how they are called: PyPTO's names and places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

inline constexpr std::string_view kSwimlaneFile = "chip_swimlane_records.json";
inline constexpr std::string_view kDependencyFile = "deps.json";
inline constexpr std::string_view kArgumentFile = "args_dump/args_dump.json";
inline constexpr std::string_view kArgumentBytesFile = "args_dump/args.bin";
inline constexpr std::string_view kPmuFile = "pmu.csv";
inline constexpr std::string_view kScopeFile = "scope_stats/scope_stats.jsonl";
inline constexpr std::string_view kProgramFile = "dispatch_program.json";
inline constexpr std::string_view kNameMapFile = "name_map.json";  // of a dispatch
inline constexpr std::string_view kTraceFile = "trace.json";

// "dfx_outputs", of an entry with a name "dfx_outputs/<name>"; where PyPTO itself runs the program it is its choice:
// "next_levels/<name>/dfx_outputs". Relative to the directory of the manifest.
std::string DfxDirectoryOf(const Manifest& manifest, const Entry& entry);

// "name_map_<name>.json", for the name of a compiled directory.
std::string NameMapFile(std::string_view name);

// The name of a compiled directory, whatever path it is reached by.
std::string DirectoryName(const std::string& path);

// "rank1/d0/": of the `number`-th dispatch of a rank.
std::string DispatchFolder(size_t rank, size_t number);

// The folders of dispatches below `directory`, "rank0/d0/" first; none when there is no such directory.
std::vector<std::string> DispatchFolders(const FileSystem& files, const std::string& directory);

// The names a run writes into the folder of a program, in the order in which they are reported. The name map of an
// undistributed program is called after its directory and comes with the trace.
std::vector<std::string> DfxFiles();

// Removes what an earlier run left in folders of dispatches, which a smaller run would not replace. Files that are not
// ours stay.
void RemoveDispatches(FileSystem& files, const std::string& directory);

}  // namespace pto::run
