#include "base/own_places.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <vector>

#include "base/error.h"

namespace pto {
namespace {

namespace fs = std::filesystem;

// All that lies below these is ours, whoever writes it.
constexpr std::string_view kOwnTrees[] = {kPrivateDir, kBenchmarkDir, kDiagnosticsDir};
// Sources that were links are kept as links here, and nothing is ever written into what is there.
constexpr std::string_view kKeptLinks = ".pto-ninja/replaced";
// Ninja opens these as they are, and appends; all other files appear by a rename. Fresh ones are written under the
// longer names first.
constexpr std::string_view kAppended[] = {".ninja_log", ".ninja_deps", ".ninja_log.recompact", ".ninja_deps.recompact"};

bool LooksLikeLink(const std::string& path, const dirent* entry = nullptr) {
    if (entry != nullptr && entry->d_type != DT_UNKNOWN) return entry->d_type == DT_LNK;
    struct stat info {};
    return lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

std::string Canonical(const std::string& path) {
    std::error_code code;
    const fs::path canonical = fs::weakly_canonical(path.empty() ? "." : path, code);
    if (code) return path;
    return (canonical.has_filename() ? canonical : canonical.parent_path()).string();
}

bool IsWithin(const std::string& path, const std::string& root) {
    return path == root || root == "/" || (path.starts_with(root) && path[root.size()] == '/');
}

bool LeadsOut(const std::string& link, const std::string& root) {
    std::error_code code;
    const fs::path target = fs::weakly_canonical(link, code);
    if (!code && LooksLikeLink(target.string())) return true;  // it dangles, and what is there is not known
    return code || !IsWithin(target.string(), Canonical(root));
}

std::string InRoot(const std::string& root, std::string_view name) {
    return (root.empty() || root == "." ? "" : root + (root.ends_with('/') ? "" : "/")) + std::string(name);
}

[[noreturn]] void RefuseLink(const std::string& link) {
    ThrowInput(link, "is a link that leads out of the directory, where nothing of ours is written",
               "remove the link; what it leads to stays as it is");
}

bool IsAppended(std::string_view name) {
    return std::find(std::begin(kAppended), std::end(kAppended), name) != std::end(kAppended);
}

// A file that is appended to must not be another one's, too. Without its log Ninja builds again; a fifo it would wait
// for without end.
void GiveOwnFile(const std::string& path) {
    struct stat info {};
    if (lstat(path.c_str(), &info) != 0) return;
    if (S_ISREG(info.st_mode) && info.st_nlink > 1) {
        RealFileSystem().Write(path, RealFileSystem().Read(path));
    } else if (!S_ISREG(info.st_mode)) {
        RealFileSystem().Remove(path);
    }
}

class OwnTree {
  public:
    explicit OwnTree(const std::string& root) : root_(root), kept_links_(Canonical(InRoot(root, kKeptLinks))) {}

    void Check(const std::string& path) {
        if (LooksLikeLink(path)) {
            Follow(path);
        } else {
            pending_.push_back(path);
        }
        while (!pending_.empty()) {
            const std::string next = pending_.back();
            pending_.pop_back();
            Visit(next);
        }
    }

  private:
    // What a link inside of the directory leads to is not ours by its own name, and written to by the link's.
    void Follow(const std::string& link) {
        if (LeadsOut(link, root_)) RefuseLink(link);
        const std::string target = Canonical(link);
        if (followed_.insert(target).second) pending_.push_back(target);
    }

    void Visit(const std::string& folder) {
        DIR* const stream = opendir(folder.c_str());
        if (stream == nullptr) return;  // not there, no folder, or not to be read: then nothing is written into it
        std::vector<std::string> links;
        std::vector<std::string> appended;
        while (const dirent* entry = readdir(stream)) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") continue;
            const std::string path = folder + "/" + std::string(name);
            const bool link = LooksLikeLink(path, entry);
            if (link) links.push_back(path);
            if (IsAppended(name)) {
                appended.push_back(path);
            } else if (!link && IsFolder(path, *entry) && !HasKeptLinks(path)) {
                pending_.push_back(path);
            }
        }
        closedir(stream);
        for (const std::string& link : links) Follow(link);
        for (const std::string& path : appended) GiveOwnFile(path);
    }

    bool HasKeptLinks(const std::string& folder) const {
        return folder.ends_with(kKeptLinks.substr(kKeptLinks.rfind('/'))) && Canonical(folder) == kept_links_;
    }

    static bool IsFolder(const std::string& path, const dirent& entry) {
        if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
        struct stat info {};
        return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
    }

    const std::string& root_;
    const std::string kept_links_;
    std::vector<std::string> pending_;
    std::set<std::string> followed_;
};

void RefuseFolder(const std::string& path, const std::string& root) {
    if (LooksLikeLink(path) && LeadsOut(path, root)) RefuseLink(path);
}

std::vector<std::string> ProgramsBelow(const std::string& levels) {
    std::vector<std::string> names;
    if (IsDirectory(RealFileSystem(), levels)) names = RealFileSystem().List(levels);
    return names;
}

}  // namespace

void RefuseLinksOut(const std::string& root) {
    OwnTree tree(root);
    for (const std::string_view name : kOwnTrees) tree.Check(InRoot(root, name));
    RefuseFolder(InRoot(root, "cache"), root);
    const std::string levels = InRoot(root, kNextLevels);
    RefuseFolder(levels, root);
    for (const std::string& name : ProgramsBelow(levels)) {
        RefuseFolder(levels + "/" + name, root);
        tree.Check(levels + "/" + name + "/" + kDiagnosticsDir);
    }
}

void RefuseLinkedOwnFolder(const std::string& path) {
    const std::string folder = std::string(kPrivateDir) + "/";
    // The outermost of them: a comparison has a directory within.
    size_t at = 0;
    if (!path.starts_with(folder)) {
        at = path.find("/" + folder);
        if (at == std::string::npos) return;
        ++at;
    }
    const std::string root = at == 0 ? "." : path.substr(0, at);
    for (size_t end = path.find('/', at); end != std::string::npos; end = path.find('/', end + 1)) {
        RefuseFolder(path.substr(0, end), root);
    }
}

std::optional<std::string> LinkedFolder(const FileSystem& files, const std::string& root, const std::string& path) {
    for (size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
        const std::optional<std::string> target = files.LinkTarget(InRoot(root, path.substr(0, end)));
        if (target && !IsWithin(*target, Canonical(root))) return path.substr(0, end);
    }
    return std::nullopt;
}

bool IsFreeForOwnFile(const FileSystem& files, const std::string& root, const std::string& path) {
    const std::string whole = InRoot(root, path);
    return !files.Stat(whole) && !files.LinkTarget(whole) && !LinkedFolder(files, root, path);
}

}  // namespace pto
