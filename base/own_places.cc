#include "base/own_places.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.h"

namespace pto {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOwnFolder = ".pto-ninja";
// All that lies below these is ours, whoever writes it.
constexpr std::string_view kOwnTrees[] = {kOwnFolder, "bench_outputs", "dfx_outputs"};
// Sources that were links are kept as links here, and nothing is ever written into what is there.
constexpr std::string_view kKeptLinks = "replaced";
// Ninja appends to these; all other files appear by a rename.
constexpr std::string_view kAppended[] = {".ninja_log", ".ninja_deps"};

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

[[noreturn]] void RefuseLink(const std::string& link) {
    ThrowInput(link, "is a link that leads out of the directory, where nothing of ours is written",
               "remove the link; what it leads to stays as it is");
}

// A file that is appended to must not be another one's, too.
void GiveOwnFile(const std::string& path, std::string_view name) {
    struct stat info {};
    for (const std::string_view appended : kAppended) {
        if (name != appended || lstat(path.c_str(), &info) != 0) continue;
        if (S_ISREG(info.st_mode) && info.st_nlink > 1) RealFileSystem().Write(path, RealFileSystem().Read(path));
    }
}

class OwnTree {
  public:
    explicit OwnTree(const std::string& root) : root_(root) {}

    void Check(const std::string& path) {
        if (LooksLikeLink(path)) {
            if (LeadsOut(path, root_)) RefuseLink(path);
            return;  // inside of the directory, where it is looked at by its own name
        }
        pending_.push_back(path);
        while (!pending_.empty()) {
            const std::string next = pending_.back();
            pending_.pop_back();
            Visit(next);
        }
    }

  private:
    void Visit(const std::string& folder) {
        DIR* const stream = opendir(folder.c_str());
        if (stream == nullptr) return;  // not there, no folder, or not to be read: then nothing is written into it
        std::string refused;
        while (const dirent* entry = readdir(stream)) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") continue;
            const std::string path = folder + "/" + std::string(name);
            if (LooksLikeLink(path, entry)) {
                if (refused.empty() && LeadsOut(path, root_)) refused = path;
            } else if (IsFolder(path, *entry)) {
                if (name != kKeptLinks) pending_.push_back(path);
            } else {
                GiveOwnFile(path, name);
            }
        }
        closedir(stream);
        if (!refused.empty()) RefuseLink(refused);
    }

    static bool IsFolder(const std::string& path, const dirent& entry) {
        if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
        struct stat info {};
        return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
    }

    const std::string& root_;
    std::vector<std::string> pending_;
};

void RefuseFolder(const std::string& path, const std::string& root) {
    if (LooksLikeLink(path) && LeadsOut(path, root)) RefuseLink(path);
}

std::vector<std::string> ProgramsBelow(const std::string& levels) {
    std::vector<std::string> names;
    if (IsDirectory(RealFileSystem(), levels)) names = RealFileSystem().List(levels);
    return names;
}

std::string InRoot(const std::string& root, std::string_view name) {
    return (root.empty() || root == "." ? "" : root + (root.ends_with('/') ? "" : "/")) + std::string(name);
}

}  // namespace

void RefuseLinksOut(const std::string& root) {
    OwnTree tree(root);
    for (const std::string_view name : kOwnTrees) tree.Check(InRoot(root, name));
    RefuseFolder(InRoot(root, "cache"), root);
    const std::string levels = InRoot(root, "next_levels");
    RefuseFolder(levels, root);
    for (const std::string& name : ProgramsBelow(levels)) {
        RefuseFolder(levels + "/" + name, root);
        tree.Check(levels + "/" + name + "/dfx_outputs");
    }
}

void RefuseLinkedOwnFolder(const std::string& path) {
    const std::string folder = std::string(kOwnFolder) + "/";
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
