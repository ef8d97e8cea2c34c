// Names of everything that is written beside or below a compiled directory; relative to its root.
#pragma once

#include <string>

#include "base/own_places.h"

namespace pto {

inline constexpr char kManifestFile[] = ".pto-ninja/manifest.json";
// The same for a debugger, the target that builds it, and the file by which it was asked for.
inline constexpr char kDebugManifestFile[] = ".pto-ninja/debug_manifest.json";
inline constexpr char kDebugTarget[] = "debug";
inline constexpr char kDebugWantedFile[] = ".pto-ninja/debug_wanted";
inline constexpr char kToolchainFile[] = ".pto-ninja/toolchain.ninja";
inline constexpr char kBuildFile[] = "build.ninja";
inline constexpr char kBuildStamp[] = ".pto-ninja/build.ninja.stamp";
inline constexpr char kCompileCommandsFile[] = "compile_commands.json";
// What the scan has to look at, and what it last saw.
inline constexpr char kScanPlanFile[] = ".pto-ninja/scan_plan";
inline constexpr char kScanCacheFile[] = ".pto-ninja/scan_cache";
inline constexpr char kFunctionCacheFile[] = ".pto-ninja/function_cache";
// The compiled directories below a build_output/.
inline constexpr char kTreeFile[] = ".pto-ninja/tree.list";
// Everything that decides build.ninja; the scan rewrites it when one of these things has changed.
inline constexpr char kInputsFile[] = ".pto-ninja/inputs.list";
// A precompiled header lies beside its header, where compilers look for it.
inline constexpr char kPrecompiledSuffix[] = ".gch";
// Replays the directory, for people.
inline constexpr char kRunScript[] = "debug/run";
// What pto-replay writes about its last run.
inline constexpr char kLastRunFile[] = ".pto-ninja/last_run.json";
// The flags of the last generation, one word a line: `info` shows what they lead to.
inline constexpr char kOptionsFile[] = ".pto-ninja/options";
// One line for each step that did something since the last scan; the run reads it for its summary.
inline constexpr char kActivityFile[] = ".pto-ninja/activity";
// The sources as they were first seen, and what a restore has replaced, in a folder for each.
inline constexpr char kBaselineFile[] = ".pto-ninja/baseline/sources.tar";
inline constexpr char kReplacedDir[] = ".pto-ninja/replaced";
// What the recorder of a host orchestration is told, and its record.
inline constexpr char kPlanRequestFile[] = ".pto-ninja/plan_request.json";
inline constexpr char kPlanFile[] = ".pto-ninja/plan.json";
// The record that one run made for itself, of other inputs than the build's; a process each.
inline constexpr char kPlanOfRunFile[] = ".pto-ninja/plan_of_run";
inline constexpr char kPlanWitness[] = ".pto-ninja/plan.witness";
// Touched when ptoas is another one.
inline constexpr char kPtoasIdentity[] = ".pto-ninja/identity/ptoas";
// Never made, so that what needs it is looked at in every build.
inline constexpr char kAlways[] = ".pto-ninja/always";
// Targets that run lie here in name only.
inline constexpr char kRunTargets[] = ".pto-ninja/run";
// The code as compiled beside the edited one, for a comparison: a compiled directory below the other; the edit as a
// patch against it, and the manifest of both.
inline constexpr char kCompiledCopy[] = ".pto-ninja/compare";
inline constexpr char kComparedEdit[] = ".pto-ninja/compare_edit.patch";
inline constexpr char kCompiledManifestFile[] = ".pto-ninja/compare_manifest.json";
// The page of `pto-ninja report`.
inline constexpr char kReportFile[] = ".pto-ninja/report.html";

// What tells the folder of a variant's objects for a debugger from that of the others.
inline constexpr char kDebugSuffix[] = "-debug";
inline bool IsForDebugger(const std::string& object) {
    const size_t folder = sizeof kPrivateDir;  // after ".pto-ninja/"
    return object.starts_with(kPrivateDir) && object.substr(0, object.find('/', folder)).ends_with(kDebugSuffix);
}

// What a file of ours is called after one of the user's. A name may have 255 bytes, and ours have a few more behind it
// (".inputs", the mark of a temporary file): a longer one is cut and gets a digest of the whole.
std::string OwnName(const std::string& name);

// Beside an object: the contents it was compiled from, and the file the scan touches when these have changed.
inline std::string RecordOf(const std::string& object) {
    return object + ".inputs";
}
inline std::string WitnessOf(const std::string& object) {
    return object + ".witness";
}

// "next_levels/decode".
inline std::string LevelOf(const std::string& program) {
    return std::string(kNextLevels) + "/" + program;
}

// "kernels" under "next_levels/x" or under the root.
inline std::string Below(const std::string& directory, const std::string& path) {
    return directory.empty() ? path : directory + "/" + path;
}

}  // namespace pto
