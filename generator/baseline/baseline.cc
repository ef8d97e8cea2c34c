#include "generator/baseline/baseline.h"

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/own_places.h"
#include "base/stored_path.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/baseline/baseline_plan.h"
#include "generator/baseline/tar.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/pure_path.h"
#include "generator/graph/objects.h"
#include "generator/splice/unit_state.h"

namespace pto::gen {
namespace {

// Entries below this folder are marks, not sources.
constexpr std::string_view kPendingFolder = ".pending/";

// A new file that is empty is what a failure of power may leave.
std::string ArchiveText(const FileSystem& files, const std::string& root) {
    return ReadIfThere(files, root, kBaselineFile).value_or("");
}

std::vector<std::string> SourcesOf(const FileSystem& files, const std::string& root, const BuildDirectory& directory) {
    std::vector<std::string> paths = PlanBaseline(directory);
    for (const std::string& folder : HeaderFolders(directory)) {
        for (const std::string& name : Folder(files, root).Names(folder)) {
            if (IsHeaderName(name)) paths.push_back(JoinPath(folder, name));
        }
    }
    return paths;
}

class Seeder {
  public:
    Seeder(FileSystem& files, const std::string& root) : files_(files), root_(root), text_(ArchiveText(files, root)) {
        if (text_.empty()) return;
        first_ = false;
        const TarArchive archive = ParseTar(text_, ShownPath(root, kBaselineFile));
        for (const TarEntry& entry : archive.entries) known_.insert(entry.name);
        text_.resize(archive.end);
    }

    void AddUnit(const Program& program, const Unit& unit) {
        if (!first_ || !StoredPathProblem(unit.pto).empty()) return;
        const UnitPaths paths = PathsOf(root_, program.name, program.directory, unit.name, SpliceStamp(program, unit));
        const std::optional<UnitState> state = LoadUnitState(files_, paths);
        const std::optional<std::string> text = ReadIfThere(files_, root_, unit.pto);
        if (!text || (state && state->pto == ContentHash(*text))) return;
        Append(std::string(kPendingFolder) + unit.pto, "edited and not yet assembled when it was first seen\n", 0);
    }

    void Add(const std::string& path) {
        if (known_.count(path) != 0 || (!first_ && !IsRawText(path))) return;
        // Behind a link that leads out it is no file of this directory.
        if (!StoredPathProblem(path).empty() || LinkedFolder(files_, root_, path)) return;
        const std::optional<FileInfo> info = files_.Stat(ShownPath(root_, path));
        if (!info || info->type != FileType::kRegular) return;
        constexpr int64_t kSecond = 1'000'000'000;
        Append(path, files_.Read(ShownPath(root_, path)), info->mtime_ns / kSecond);
    }

    void Write() {
        if (added_) files_.Write(ShownPath(root_, kBaselineFile), text_ + TarEnd());
    }

  private:
    void Append(const std::string& name, std::string_view content, int64_t mtime_seconds) {
        text_ += TarEntryText({name, content, mtime_seconds});
        known_.insert(name);
        added_ = true;
    }

    FileSystem& files_;
    const std::string& root_;
    std::string text_;  // without its end
    std::set<std::string> known_;
    bool first_ = true;
    bool added_ = false;
};

[[noreturn]] void ThrowNoBaseline(const FileSystem& files, const std::string& root) {
    const std::string shown = ShownPath(root, "");
    const std::optional<FileInfo> info = files.Stat(root);
    if (!info) ThrowInput(shown, "does not exist, expected a directory", "give a directory that pto-ninja was run on");
    if (info->type != FileType::kDirectory) {
        ThrowInput(shown, "is a file, expected a directory", "give the directory that holds it");
    }
    const std::string levels = ParentPath(CanonicalPath(root));
    const std::string whole = ParentPath(levels);
    if (PathName(levels) == kNextLevels && IsFile(files, ShownPath(whole, kBaselineFile))) {
        ThrowInput(shown, "is a part of '" + whole + "', which keeps its sources as compiled", "give that directory");
    }
    ThrowInput(shown, "its sources as compiled are not kept: no build was generated",
               "run 'pto-ninja " + shown + "' first");
}

}  // namespace

std::vector<std::string> Baseline::Paths() const {
    std::vector<std::string> paths;
    for (const auto& [path, text] : sources) paths.push_back(path);
    paths.insert(paths.end(), added.begin(), added.end());
    std::sort(paths.begin(), paths.end());
    return paths;
}

void SeedBaseline(FileSystem& files, const std::string& root, const BuildDirectory& directory) {
    Seeder seeder(files, root);
    for (const Program& program : directory.programs) {
        for (const Unit& unit : program.units) seeder.AddUnit(program, unit);
    }
    for (const std::string& path : SourcesOf(files, root, directory)) seeder.Add(path);
    seeder.Write();
}

std::set<std::string> AddedSources(const FileSystem& files, const std::string& root, const BuildDirectory& directory,
                                   const Baseline& baseline) {
    std::set<std::string> added;
    for (const std::string& path : SourcesOf(files, root, directory)) {
        if (baseline.sources.count(path) == 0 && !IsRawText(path) && IsFile(files, ShownPath(root, path))) {
            added.insert(path);
        }
    }
    return added;
}

Baseline LoadBaseline(const FileSystem& files, const std::string& root) {
    Baseline baseline;
    baseline.archive = std::make_shared<const std::string>(ArchiveText(files, root));
    if (baseline.archive->empty()) ThrowNoBaseline(files, root);
    for (const TarEntry& entry : ParseTar(*baseline.archive, ShownPath(root, kBaselineFile)).entries) {
        if (entry.name.starts_with(kPendingFolder)) {
            baseline.pending.insert(entry.name.substr(kPendingFolder.size()));
        } else {
            baseline.sources.emplace(entry.name, entry.content);
        }
    }
    try {
        baseline.added = AddedSources(files, root, LoadBuildDirectory({files, root}, MissingSources::kNote), baseline);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::kInput) throw;
    }
    return baseline;
}

std::optional<std::string> ReadIfThere(const FileSystem& files, const std::string& root, const std::string& path) {
    const std::string shown = ShownPath(root, path);
    return IsFile(files, shown) ? std::optional<std::string>(files.Read(shown)) : std::nullopt;
}

std::vector<FileChange> FindChanges(const FileSystem& files, const std::string& root, const Baseline& baseline,
                                    const std::vector<std::string>& paths) {
    std::vector<FileChange> changes;
    for (const std::string& path : paths) {
        const auto kept = baseline.sources.find(path);
        if (const std::optional<std::string> link = LinkedFolder(files, root, path)) {
            if (kept == baseline.sources.end()) continue;  // no file of this directory
            ThrowInput(ShownPath(root, *link),
                       "is a link that leads out of the directory, to where '" + path + "' is not looked for",
                       "put the folder itself in its place, or delete " + ShownPath(root, kBaselineFile));
        }
        std::optional<std::string> now = ReadIfThere(files, root, path);
        if (kept == baseline.sources.end()) {
            if (now) changes.push_back({path, std::nullopt, std::move(now)});
        } else if (now != kept->second) {
            changes.push_back({path, std::string(kept->second), std::move(now)});
        }
    }
    return changes;
}

}  // namespace pto::gen
