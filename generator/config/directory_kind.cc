#include "generator/config/directory_kind.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

constexpr const char* kGiveBuild = "give a build_output/<name> directory that ir.compile() made";
const std::string kReport(kCodegenReport);
const std::string kPublishedMarker(kArtifactManifest);

struct Markers {
    bool kernel_config = false;
    bool compiled_meta = false;
    bool distributed_meta = false;
    bool host_orch = false;
    Levels levels;
};

void CheckIsDirectory(const Folder& folder) {
    const std::optional<FileInfo> info = folder.files().Stat(folder.root());
    const std::string shown = folder.Shown();
    if (!info) ThrowInput(shown, "does not exist, expected a directory", kGiveBuild);
    if (info->type != FileType::kDirectory) {
        ThrowInput(shown, "is a file, expected a directory", "give the directory that holds it");
    }
}

[[noreturn]] void ThrowPublished(const Folder& folder, const std::string& what) {
    ThrowInput(folder.Shown(), what + ", which must not be changed",
               "copy it to another place without " + kPublishedMarker + " and use the copy");
}

// One may work below a directory that may not be searched; nothing in it concerns the build then.
bool Sees(bool (*what)(const FileSystem&, const std::string&), const FileSystem& files, const std::string& path) try {
    return what(files, path);
} catch (const Error&) {
    return false;
}

// Published entries are shared between processes and checked against their inventory: nothing may be added to them.
void CheckNotPublished(const Folder& folder) {
    if (folder.Has(kPublishedMarker)) {
        ThrowPublished(folder, "is a published cache entry (it has " + kPublishedMarker + ")");
    }
    std::string directory = CanonicalPath(folder.root());
    for (std::string parent = ParentPath(directory); parent != directory; parent = ParentPath(directory)) {
        directory = parent;
        const std::string marker = JoinPath(directory, kPublishedMarker);
        if (Sees(IsFile, folder.files(), marker))
            ThrowPublished(folder, "lies in a published cache entry ('" + marker + "')");
    }
}

Markers FindMarkers(const Folder& folder) {
    Markers markers;
    const auto has = [&](std::string_view name) { return folder.Has(name); };
    markers.kernel_config = has(kKernelConfig);
    markers.compiled_meta = has(kCompiledMeta);
    markers.distributed_meta = has(kDistributedMeta);
    markers.host_orch = has(kHostOrch);
    markers.levels = FindLevels(folder.files(), folder.root());
    return markers;
}

// A build of one kind into a directory of another removes the markers of the old one; both at once were copied
// together.
void CheckOneKind(const Folder& folder, const Markers& markers) {
    std::vector<std::string> one_chip;
    std::vector<std::string> distributed;
    if (markers.kernel_config) one_chip.emplace_back(kKernelConfig);
    if (markers.compiled_meta) one_chip.emplace_back(kCompiledMeta);
    if (markers.distributed_meta) distributed.emplace_back(kDistributedMeta);
    if (markers.host_orch) distributed.emplace_back(kHostOrch);
    std::string other = distributed.empty() ? "" : QuotedList(distributed) + " (L3, distributed)";
    if (other.empty() && !markers.kernel_config && !markers.levels.programs.empty()) {
        other = "'next_levels/*/kernel_config.py' (several programs)";
    }
    if (one_chip.empty() || other.empty()) return;
    ThrowInput(folder.Shown(),
               "has the files of two kinds of build: " + QuotedList(one_chip) + " (L2, one chip) and " + other,
               std::string("remove those of the older build, or ") + kRecompile + " into an empty directory");
}

// A build_output, whose directories are the compiled ones.
bool HoldsCompiled(const Folder& folder) {
    const std::vector<std::string> names = folder.Names("");
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return Sees(LooksCompiled, folder.files(), folder.Shown(name));
    });
}

[[noreturn]] void ThrowFailed(const Folder& folder, const std::string& what, const std::string& report) {
    ThrowInput(folder.Shown(), what + ": the compile failed",
               "see '" + folder.Shown(report) + "', mend the program and compile it again with ir.compile()");
}

[[noreturn]] void ThrowNoBuild(const Folder& folder, const Markers& markers) {
    const std::string shown = folder.Shown();
    if (markers.distributed_meta) {
        ThrowInput(shown, "has 'distributed_meta.json' but no 'orchestration/host_orch.py'", kRecompile);
    }
    if (const std::optional<std::string> raw = FindRawKernel(folder.files(), folder.root())) {
        ThrowInput(shown,
                   "is a compile-only build: no kernel_config.py, and '" + *raw + "' was never run through ptoas",
                   std::string(kRecompile) + " without skip_ptoas");
    }
    if (const std::optional<std::string> report = FindCodegenReport(folder.files(), folder.root())) {
        ThrowFailed(folder, "has no kernel_config.py", *report);
    }
    if (markers.compiled_meta) ThrowInput(shown, "has 'compiled_meta.json' but no 'kernel_config.py'", kRecompile);
    if (HoldsCompiled(folder)) {
        ThrowInput(shown, "is not a compiled directory but holds some",
                   "give one of them, which 'pto-ninja list " + shown + "' shows");
    }
    ThrowInput(shown,
               "is not a compiled directory: it has none of kernel_config.py, orchestration/host_orch.py and "
               "next_levels/*/kernel_config.py",
               kGiveBuild);
}

}  // namespace

DirectoryKind RecogniseDirectory(const Folder& folder) {
    CheckIsDirectory(folder);
    CheckNotPublished(folder);
    Markers markers = FindMarkers(folder);
    CheckOneKind(folder, markers);
    DirectoryKind result;
    result.programs = std::move(markers.levels.programs);
    result.others = std::move(markers.levels.others);
    if (markers.kernel_config) {
        result.kind = Kind::kL2;
    } else if (markers.host_orch) {
        result.kind = Kind::kL3;
    } else if (!result.programs.empty() && !markers.distributed_meta) {
        result.kind = Kind::kMulti;
    } else {
        ThrowNoBuild(folder, markers);
    }
    if (result.kind == Kind::kL2) return result;
    for (const std::string& name : result.others) {
        const std::string report = LevelOf(name) + "/" + kReport;
        if (folder.Has(report)) ThrowFailed(folder, "'" + LevelOf(name) + "' has no kernel_config.py", report);
    }
    if (result.programs.empty()) {
        ThrowInput(folder.Shown(), "has 'orchestration/host_orch.py' but no 'next_levels/*/kernel_config.py'",
                   kRecompile);
    }
    return result;
}

}  // namespace pto::gen
