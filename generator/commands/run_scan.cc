#include "generator/commands/run_scan.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/version.h"
#include "base/wall_clock.h"
#include "contract/layout.h"
#include "generator/config/directory_listing.h"
#include "generator/splice/ptoas.h"
#include "generator/splice/raw_edit.h"
#include "generator/splice/unit_state.h"
#include "generator/steps/activity.h"
#include "generator/steps/function_cache.h"
#include "generator/steps/run_flags.h"
#include "generator/steps/sweep.h"
#include "generator/toolchain/program_identity.h"
#include "generator/toolchain/source_tree.h"

namespace pto::gen {
namespace {

std::optional<std::string> Variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

// Nothing where there is none that this version reads.
std::optional<ScanPlan> LoadPlan(const FileSystem& files) try {
    if (!IsFile(files, kScanPlanFile)) return std::nullopt;
    return ParseScanPlan(files.Read(kScanPlanFile), kScanPlanFile);
} catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return std::nullopt;
}

// Every time while it is so: nothing is built for such an edit, which looks as if it had no effect.
void TellEditsInVain(const FileSystem& files, const ScanPlan& plan, HashCache& hashes) {
    for (const ScanUnit& unit : plan.units) {
        const UnitPaths paths = PathsOf(".", unit.program, unit.directory, unit.name, "");
        const std::optional<std::string> raw = hashes.Hash(paths.raw);
        const std::optional<UnitState> state = raw ? LoadUnitState(files, paths) : std::nullopt;
        if (!state || !RawReachesNothing(files, paths, *state, *raw)) continue;
        Print("pto-ninja", Severity::kNote, RawReachesNothingText(paths));
    }
}

}  // namespace

std::string GeneratorIdentity(const Programs& programs) {
    return std::string(kVersion) + " " + ProgramIdentity(programs.pto_ninja, WallClockNs());
}

ScanEnvironment RealScanEnvironment(FileSystem& files, const std::string& directory, const Programs& programs) {
    const int64_t now_ns = WallClockNs();
    ScanEnvironment environment;
    environment.variable = Variable;
    environment.now_ns = now_ns;
    environment.program_identity = [now_ns](const std::string& program) { return ProgramIdentity(program, now_ns); };
    environment.commit = [&files](const std::string& root) { return HeadCommit(files, root); };
    environment.is_clean = [](const ScanTree& tree) { return InspectTree(tree.root, tree.headers, "").clean; };
    environment.ptoas_identity = PtoasFingerprint;
    environment.listing = [&files](HashCache& hashes) {
        FunctionCache functions(files, hashes, kFunctionCacheFile);
        std::string text = ListingText({files, "."}, functions.Source());
        functions.Save();
        return text;
    };
    environment.generator_identity = GeneratorIdentity(programs);
    environment.directory = directory;
    return environment;
}

void RunScan(FileSystem& files, const Programs& programs) {
    RefuseLinksOut("");
    ClearActivity();
    const std::optional<ScanPlan> plan = LoadPlan(files);
    if (!plan) {
        // Another content than ever before: ninja writes the build again, and all of this with it, then starts over.
        Print("pto-ninja", Severity::kNote,
              std::string(kScanPlanFile) + ": missing or damaged; build.ninja and it are written again");
        files.Write(kInputsFile, "no scan plan at " + std::to_string(WallClockNs()) + "\n");
        return;
    }
    SweepLeftOvers(files);
    ScanEnvironment environment = RealScanEnvironment(files, CurrentDirectory(), programs);
    environment.recompile = RunFlagsOfEnvironment().recompile;
    environment.tell = [&](HashCache& hashes) { TellEditsInVain(files, *plan, hashes); };
    Scan(files, *plan, environment);
}

}  // namespace pto::gen
