#include "generator/baseline/restore.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "contract/layout.h"
#include "generator/baseline/baseline_plan.h"
#include "generator/baseline/restored_units.h"
#include "generator/config/pure_path.h"
#include "generator/steps/fault_point.h"

namespace pto::gen {
namespace {

namespace fs = std::filesystem;

bool IsLink(const std::string& path) {
    std::error_code code;
    const fs::file_type type = fs::symlink_status(path, code).type();
    if (type == fs::file_type::none) ThrowSystem(ErrorKind::kInput, path, "cannot be looked at", code.value());
    return type == fs::file_type::symlink;
}

std::string TimeText(std::time_t now) {
    std::tm local{};
    localtime_r(&now, &local);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &local);
    return text;
}

// A new folder, also when another restore made one in the same second.
std::string MakeKeptFolder(const std::string& root, std::time_t now) {
    const std::string first = ShownPath(root, std::string(kReplacedDir) + "/" + TimeText(now));
    MakeDirectories(ParentPath(first));
    for (int number = 0;; ++number) {
        const std::string folder = first + (number == 0 ? "" : "-" + std::to_string(number));
        std::error_code code;
        if (fs::create_directory(folder, code)) return folder;
        if (code) ThrowSystem(ErrorKind::kInput, folder, "cannot be created", code.value());
    }
}

// A link is kept as one, made absolute, since it lies elsewhere now.
void KeepLink(const std::string& path, const std::string& kept) {
    std::error_code code;
    const fs::path target = fs::read_symlink(path, code);
    MakeDirectories(ParentPath(kept));
    if (!code) fs::create_symlink(fs::absolute(fs::path(path).parent_path() / target), kept, code);
    if (code) ThrowSystem(ErrorKind::kInput, kept, "cannot be created", code.value());
}

void KeepFile(FileSystem& files, const std::string& path, const std::string& kept, const std::string& text) {
    files.Write(kept, text);
    // When it was edited is worth knowing; not knowing it is no reason to stop.
    std::error_code ignored;
    const fs::file_time_type time = fs::last_write_time(path, ignored);
    if (!ignored) fs::last_write_time(kept, time, ignored);
}

// Not even a failure of power may take both the old file and its kept copy.
void Flush(const std::string& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) ThrowSystem(ErrorKind::kInput, folder, "cannot be opened", errno);
    const int error_number = syncfs(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    if (error_number != 0) ThrowSystem(ErrorKind::kInput, folder, "cannot be written", error_number);
}

// Empty when there is nothing to keep.
std::string Keep(FileSystem& files, const std::string& root, const std::vector<FileChange>& changes, std::time_t now) {
    std::string folder;
    for (const FileChange& change : changes) {
        const std::string path = ShownPath(root, change.path);
        if (!change.now && !IsLink(path)) continue;
        if (folder.empty()) folder = MakeKeptFolder(root, now);
        const std::string kept = folder + "/" + change.path;
        if (IsLink(path)) {
            KeepLink(path, kept);
        } else {
            KeepFile(files, path, kept, *change.now);
        }
    }
    if (!folder.empty()) Flush(folder);
    return folder;
}

void Replace(FileSystem& files, const std::string& root, const FileChange& change, const std::string& kept_in) {
    const std::string path = ShownPath(root, change.path);
    if (ReadIfThere(files, root, change.path) != change.now) {
        ThrowInput(path, "was changed by somebody else just now and is left as it is",
                   "run the restore again when nothing else writes to the directory" +
                       (kept_in.empty() ? "" : "; what was replaced before it is in '" + kept_in + "'"));
    }
    if (change.compiled) {
        files.Write(path, *change.compiled);
    } else {
        files.Remove(path);
    }
}

// 0: .pto, 1: raw text, 2: all others. By PyPTO's rule a raw text must not be older than its .pto.
int Turn(const FileChange& change) {
    return change.path.ends_with(".pto") ? 0 : IsRawText(change.path) ? 1 : 2;
}

bool Holds(const std::vector<FileChange>& changes, const std::string& path) {
    return std::any_of(changes.begin(), changes.end(),
                       [&path](const FileChange& change) { return change.path == path; });
}

}  // namespace

Restored RestoreFiles(FileSystem& files, const std::string& root, const Baseline& baseline,
                      const std::vector<std::string>& paths, std::time_t now) {
    std::vector<FileChange> changes = FindChanges(files, root, baseline, paths);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const FileChange& a, const FileChange& b) { return Turn(a) < Turn(b); });
    Restored restored;
    restored.kept_in = Keep(files, root, changes, now);
    FaultPoint("kept");
    for (const FileChange& change : changes) {
        const std::string number = std::to_string(restored.paths.size() + 1);
        FaultPoint("before-restore-" + number);
        Replace(files, root, change, restored.kept_in);
        FaultPoint("after-restore-" + number);
        restored.paths.push_back(change.path);
    }
    FaultPoint("before-units");
    SettleRestoredUnits(files, root, baseline);
    return restored;
}

void CheckRawTexts(const std::vector<FileChange>& changes, const std::vector<FileChange>& all) {
    for (const FileChange& change : changes) {
        if (!IsRawText(change.path)) continue;
        const std::string pto = change.path.substr(0, change.path.size() - 4) + ".pto";
        if (!Holds(all, pto) || Holds(changes, pto)) continue;
        throw Error(ErrorKind::kUsage, Place{change.path, 0, 0, {}},
                    "is what ptoas made of '" + pto + "', which is edited and would not be restored",
                    "restore '" + pto + "' as well, or alone: the next build then assembles it");
    }
}

}  // namespace pto::gen
