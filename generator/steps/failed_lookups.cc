#include "generator/steps/failed_lookups.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/pure_path.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

struct SearchFlag {
    std::string_view word;  // followed by its directory, in the same word or the next
    int rank;               // lower is searched first; 0: names in quotes only
};
// The longer before its own beginning.
constexpr SearchFlag kSearchFlags[] = {{"-iquote", 0}, {"-isystem", 3}, {"-idirafter", 5}, {"-I", 1}};

struct SearchVariable {
    const char* name;
    int rank;
};
constexpr SearchVariable kSearchVariables[] = {{"CPATH", 2}, {"CPLUS_INCLUDE_PATH", 4}};
constexpr int kRanks = 6;

std::string Joined(const std::string& directory, const std::string& name) {
    if (name.starts_with("/") || directory == ".") return name;
    return directory + "/" + name;
}

// Something of that name, a link that leads nowhere included.
bool IsAnything(const std::string& path) {
    std::error_code code;
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, code);
    return status.type() != std::filesystem::file_type::not_found;
}

class Replayer {
  public:
    Replayer(const FileSystem& files, const CompileReads& reads) : files_(files), reads_(reads) {}

    FailedLookups Take() {
        const std::vector<std::string> texts = ReadTexts();
        std::vector<IncludedName> macros;
        for (const std::string& text : texts) {
            const std::vector<IncludedName> more = NamesOfMacros(text);
            macros.insert(macros.end(), more.begin(), more.end());
        }
        for (size_t i = 0; i < texts.size(); ++i) {
            IncludedNames included = FindIncludedNames(texts[i]);
            if (included.by_macro) included.names.insert(included.names.end(), macros.begin(), macros.end());
            for (const IncludedName& name : included.names) Look(name, ParentPath(readers_[i]));
        }
        for (const std::string& name : reads_.first) Look({name, true, false}, ".");
        return std::move(lookups_);
    }

  private:
    // New files in trees change the identity of the tree.
    bool IsInTree(const std::string& directory) const { return IsToolchainHeader(directory + "/x", reads_.trees); }

    // Headers of a tree look beside themselves and in the search path: they matter where that leads outside.
    std::vector<std::string> ReadTexts() {
        const auto outside = [this](const std::string& directory) { return !IsInTree(directory); };
        const bool all = std::any_of(reads_.path.all.begin(), reads_.path.all.end(), outside) ||
                         std::any_of(reads_.path.quoted.begin(), reads_.path.quoted.end(), outside);
        std::vector<std::string> texts;
        std::set<std::string> seen;
        const auto add = [&](const std::string& path) {
            if (!seen.insert(path).second || path.ends_with(".gch") || !IsFile(files_, path)) return;
            readers_.push_back(path);
            texts.push_back(files_.Read(path));
        };
        add(reads_.source);
        for (const std::string& path : reads_.prerequisites) {
            if (all || !IsToolchainHeader(path, reads_.trees)) add(path);
        }
        return texts;
    }

    void Look(const IncludedName& name, const std::string& folder) {
        if (!looked_.insert({name, name.quoted ? folder : std::string()}).second) return;
        if (name.name.starts_with("/")) {
            LookIn("/", name.name);
            return;
        }
        if (name.quoted) {
            if (LookIn(folder, name.name) && !name.next) return;
            for (const std::string& directory : reads_.path.quoted) {
                if (LookIn(directory, name.name) && !name.next) return;
            }
        }
        for (const std::string& directory : reads_.path.all) {
            if (LookIn(directory, name.name) && !name.next) return;
        }
    }

    // Whether the lookup ends here. What cannot be looked at, or has a name that no file can have, the compiler has
    // passed over as well.
    bool LookIn(const std::string& directory, const std::string& name) {
        try {
            return LookAt(directory, Joined(directory, name));
        } catch (const Error&) {
            return false;
        }
    }

    bool LookAt(const std::string& directory, const std::string& path) {
        const bool there = IsFile(files_, path);
        if (IsInTree(directory)) return there;
        if (there) {
            lookups_.found.insert(path);
        } else {
            Watch(path);
        }
        return there;
    }

    // The first part of the path that is not there, in the directory that is.
    void Watch(const std::string& path) {
        if (path.find_first_of("\t\n") != std::string::npos) return;
        std::string missing = path;
        while (!IsDirectory(files_, ParentPath(missing)) && ParentPath(missing) != ".") missing = ParentPath(missing);
        if (IsAnything(missing)) {
            lookups_.no_files.insert(path);
        } else {
            lookups_.absent[ParentPath(missing)].insert(PathName(missing));
        }
    }

    const FileSystem& files_;
    const CompileReads& reads_;
    std::vector<std::string> readers_;  // of each text
    std::set<std::pair<IncludedName, std::string>> looked_;
    FailedLookups lookups_;
};

}  // namespace

SearchPath SearchPathOf(const std::vector<std::string>& command,
                        const std::function<std::optional<std::string>(const std::string&)>& variable) {
    std::vector<std::string> ranked[kRanks];
    for (size_t i = 0; i < command.size(); ++i) {
        for (const SearchFlag& flag : kSearchFlags) {
            if (!command[i].starts_with(flag.word)) continue;
            std::string directory = command[i].substr(flag.word.size());
            if (directory.empty() && i + 1 < command.size()) directory = command[++i];
            if (!directory.empty()) ranked[flag.rank].push_back(directory);
            break;
        }
    }
    for (const SearchVariable& row : kSearchVariables) {
        const std::optional<std::string> value = variable(row.name);
        if (!value || value->empty()) continue;
        for (const std::string_view directory : Split(*value, ':')) {
            ranked[row.rank].emplace_back(directory.empty() ? "." : directory);
        }
    }
    SearchPath path;
    path.quoted = ranked[0];
    for (int rank = 1; rank < kRanks; ++rank) path.all.insert(path.all.end(), ranked[rank].begin(), ranked[rank].end());
    return path;
}

FailedLookups ReplayLookups(const FileSystem& files, const CompileReads& reads) {
    return Replayer(files, reads).Take();
}

}  // namespace pto::gen
