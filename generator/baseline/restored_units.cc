#include "generator/baseline/restored_units.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "generator/config/build_directory_loader.h"
#include "generator/graph/objects.h"
#include "generator/splice/unit_state.h"

namespace pto::gen {
namespace {

bool IsWhole(const FileSystem& files, const UnitPaths& paths, const Unit& unit, const Baseline& baseline) {
    std::vector<std::string> sources = {unit.pto, unit.raw};
    for (const std::string& function : unit.functions) {
        const std::vector<std::string> kernels = KernelsOf(files, paths, function);
        sources.insert(sources.end(), kernels.begin(), kernels.end());
    }
    return std::all_of(sources.begin(), sources.end(), [&](const std::string& source) {
        const auto kept = baseline.sources.find(source);
        return kept != baseline.sources.end() && ReadIfThere(files, paths.root, source) == kept->second;
    });
}

// PyPTO assembles every .pto that is newer than its raw text.
void KeepRawTextNewer(FileSystem& files, const UnitPaths& paths) {
    const std::optional<FileInfo> pto = files.Stat(paths.OnDisk(paths.pto));
    const std::optional<FileInfo> raw = files.Stat(paths.OnDisk(paths.raw));
    if (pto && raw && pto->mtime_ns > raw->mtime_ns) {
        files.Write(paths.OnDisk(paths.raw), files.Read(paths.OnDisk(paths.raw)));
    }
}

void SettleUnit(FileSystem& files, const UnitPaths& paths, const Unit& unit, const Baseline& baseline) {
    if (!IsWhole(files, paths, unit, baseline)) return;
    const std::string pto = ContentHash(files.Read(paths.OnDisk(paths.pto)));
    const std::string raw = ContentHash(files.Read(paths.OnDisk(paths.raw)));
    const bool pending = baseline.pending.count(unit.pto) != 0;
    if (!pending) KeepRawTextNewer(files, paths);
    const std::optional<UnitState> known = LoadUnitState(files, paths);
    if (known && known->pto == pto && known->raw == raw && known->writing.empty()) return;
    UnitState state = SeededState(files, paths, unit.functions);
    state.pto = pending ? "" : pto;
    files.Write(paths.OnDisk(paths.state), UnitStateText(state));
}

}  // namespace

void SettleRestoredUnits(FileSystem& files, const std::string& root, const Baseline& baseline) {
    BuildDirectory directory;
    try {
        directory = LoadBuildDirectory({files, root}, MissingSources::kNote);
    } catch (const Error&) {
        return;  // whoever builds next is told
    }
    for (const Program& program : directory.programs) {
        for (const Unit& unit : program.units) {
            SettleUnit(files, PathsOf(root, program.name, program.directory, unit.name, SpliceStamp(program, unit)),
                       unit, baseline);
        }
    }
}

}  // namespace pto::gen
