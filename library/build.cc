#include "pto_ninja/build.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/file_lock.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/own_places.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/directory_kind.h"
#include "generator/graph/objects.h"
#include "generator/splice/unit_state.h"
#include "generator/umbrella/directory_state.h"
#include "library/build_place.h"
#include "library/build_step.h"

namespace pto {
namespace {

bool IsBinary(const std::string& name) {
    for (const char* extension : {".so", ".bin", ".o", ".gch"}) {
        if (name.ends_with(extension)) return true;
    }
    return false;
}

size_t RemoveBinariesBelow(FileSystem& files, const std::string& path) {
    size_t removed = 0;
    if (!IsDirectory(files, path)) return removed;
    for (const std::string& name : files.List(path)) {
        const std::string below = path + "/" + name;
        if (IsDirectory(files, below)) {
            removed += RemoveBinariesBelow(files, below);
        } else if (IsBinary(name)) {
            files.Remove(below);
            ++removed;
        }
    }
    return removed;
}

// Those that are not of one of several programs, when `program` is one.
bool IsUnitOf(const gen::Program& program, const std::string& name) {
    return name.empty() || program.name == name;
}

struct Units {
    std::vector<std::string> stamps;
    std::vector<std::string> names;    // as the build calls them
    std::vector<std::string> kernels;  // that they feed, relative to the root
    std::vector<std::string> files;    // .pto
};

Units UnitsOf(const FileSystem& files, const std::string& root, const gen::BuildDirectory& build,
              const std::string& only) {
    Units units;
    for (const gen::Program& program : build.programs) {
        if (!IsUnitOf(program, only)) continue;
        for (const gen::Unit& unit : program.units) {
            const std::string stamp = gen::SpliceStamp(program, unit);
            const gen::UnitPaths paths = gen::PathsOf(root, program.name, program.directory, unit.name, stamp);
            units.stamps.push_back(stamp);
            units.names.push_back(Below(program.directory, unit.name));
            units.files.push_back(unit.pto);
            for (const std::string& function : unit.functions) {
                for (const std::string& kernel : gen::KernelsOf(files, paths, function))
                    units.kernels.push_back(kernel);
            }
        }
    }
    return units;
}

std::map<std::string, std::string> Contents(const FileSystem& files, const std::string& root,
                                            const std::vector<std::string>& kernels) {
    std::map<std::string, std::string> hashes;
    for (const std::string& kernel : kernels) hashes[kernel] = ContentHash(files.Read(root + "/" + kernel));
    return hashes;
}

}  // namespace

BuildResult Build(const std::string& directory, const BuildOptions& options) {
    const RealFileSystem files;
    return lib::BuildFor(files, lib::FindBuildPlace(files, directory).root, {}, options);
}

size_t InvalidateBinaryCache(const std::string& directory) {
    RealFileSystem files;
    const lib::BuildPlace place = lib::FindBuildPlace(files, directory);
    RefuseLinksOut(place.root);
    const std::string all = place.root + "/" + kPrivateDir;
    if (!IsDirectory(files, all)) return 0;
    const FileLock lock(BinaryContextLock(place.root), kLockTimeoutSeconds, [](const std::string&) {});
    size_t removed = 0;
    for (const std::string& variant : files.List(all)) {
        const std::string path = all + "/" + variant;
        // One folder for each platform and runtime; the others hold no binaries.
        if (!IsDirectory(files, path + "/identity")) continue;
        removed += RemoveBinariesBelow(files, place.program.empty() ? path : path + "/" + LevelOf(place.program));
    }
    return removed;
}

RebuiltFromPto RebuildKernelCppFromPto(const std::string& directory, const BuildOptions& options) {
    const RealFileSystem files;
    const lib::BuildPlace place = lib::FindBuildPlace(files, directory);
    lib::GenerateIfNeeded(files, place.root, {}, options);
    const gen::BuildDirectory build = gen::LoadBuildDirectory({files, place.root}, gen::MissingSources::kNote);
    const Units units = UnitsOf(files, place.root, build, place.program);
    if (units.stamps.empty()) return {};
    const std::map<std::string, std::string> before = Contents(files, place.root, units.kernels);
    lib::RunNinja(place.root, units.stamps, options);
    const BuildResult done = lib::LastBuild(files, place.root);
    RebuiltFromPto result{done.assembled, done.spliced, {}, {}};
    for (const auto& [kernel, hash] : Contents(files, place.root, units.kernels)) {
        if (before.at(kernel) != hash) result.kernels.push_back(kernel);
    }
    for (const gen::PendingUnit& unit : gen::PendingUnits(files, place.root, build)) {
        const auto ours = std::find(units.files.begin(), units.files.end(), unit.pto);
        if (ours != units.files.end()) {
            result.pending.push_back(units.names[static_cast<size_t>(ours - units.files.begin())]);
        }
    }
    return result;
}

}  // namespace pto
