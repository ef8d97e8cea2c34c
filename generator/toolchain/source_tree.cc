#include "generator/toolchain/source_tree.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kShownDigits = 12;

std::optional<std::string> ReadIfThere(const FileSystem& files, const std::string& path) {
    try {
        if (!IsFile(files, path)) return std::nullopt;
        return files.Read(path);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string Absolute(const std::string& base, const std::string& path) {
    return path.starts_with("/") ? path : base + "/" + path;
}

// .git is a directory, or in a worktree or submodule a file that names one.
std::string GitDirectory(const FileSystem& files, const std::string& root) {
    const std::string git = root + "/.git";
    if (IsDirectory(files, git)) return git;
    constexpr std::string_view kPointer = "gitdir:";
    const std::optional<std::string> text = ReadIfThere(files, git);
    if (!text || !text->starts_with(kPointer)) return {};
    return Absolute(root, std::string(Trim(std::string_view(*text).substr(kPointer.size()))));
}

std::string PackedReference(const FileSystem& files, const std::string& directory, std::string_view name) {
    const std::optional<std::string> packed = ReadIfThere(files, directory + "/packed-refs");
    if (!packed) return {};
    for (const std::string_view line : Lines(*packed)) {
        const size_t blank = line.find(' ');
        if (blank != std::string_view::npos && line.substr(blank + 1) == name && IsCommit(line.substr(0, blank))) {
            return std::string(line.substr(0, blank));
        }
    }
    return {};
}

std::string Short(const std::string& commit) {
    return commit.substr(0, kShownDigits);
}

}  // namespace

bool IsCommit(std::string_view text) {
    constexpr size_t kDigits = 40;
    return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string HeadCommit(const FileSystem& files, const std::string& root) {
    const std::string git = GitDirectory(files, root);
    if (git.empty()) return {};
    const std::optional<std::string> head = ReadIfThere(files, git + "/HEAD");
    if (!head) return {};
    const std::string_view text = Trim(*head);
    if (IsCommit(text)) return std::string(text);
    constexpr std::string_view kReference = "ref:";
    if (!text.starts_with(kReference)) return {};
    const std::string name(Trim(text.substr(kReference.size())));
    // A worktree keeps its HEAD to itself and shares the branches with the directory named in `commondir`.
    std::string shared = git;
    if (const std::optional<std::string> common = ReadIfThere(files, git + "/commondir")) {
        shared = Absolute(git, std::string(Trim(*common)));
    }
    for (const std::string& directory : {git, shared}) {
        const std::optional<std::string> loose = ReadIfThere(files, directory + "/" + name);
        if (loose && IsCommit(Trim(*loose))) return std::string(Trim(*loose));
    }
    return PackedReference(files, shared, name);
}

SourceTree InspectTree(const std::string& root, const std::vector<std::string>& headers, const std::string& origin) {
    static std::mutex mutex;
    static std::map<std::string, SourceTree> known;
    const std::lock_guard lock(mutex);
    const std::string key = root + "\n" + Join(headers, "\n");
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    SourceTree tree{root, origin, HeadCommit(RealFileSystem(), root), false};
    if (!tree.commit.empty()) {
        ProcessOptions process;
        // The checkout may belong to somebody else, a shared installation for one; asking for its state runs nothing.
        process.arguments = {"git", "-c", "safe.directory=*", "-c",          "core.fsmonitor=false",
                             "-C",  root, "status",           "--porcelain", "--"};
        process.arguments.insert(process.arguments.end(), headers.begin(), headers.end());
        const ProcessResult result = RunProcess(process);
        tree.clean = result.Ok() && Trim(result.out).empty();
    }
    return known[key] = tree;
}

std::string TreeText(const SourceTree& tree) {
    if (tree.commit.empty()) return "no git checkout";
    return Short(tree.commit) + (tree.clean ? "" : " with local changes");
}

std::string PinProblem(const SourceTree& tree, const std::string& pin) {
    if (tree.commit == pin && tree.clean) return {};
    return "PTO-ISA is " + TreeText(tree) + ", expected " + Short(pin) + ", the runtime's pto_isa.pin";
}

}  // namespace pto::gen
