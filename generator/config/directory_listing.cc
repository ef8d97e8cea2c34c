#include "generator/config/directory_listing.h"

#include <algorithm>

#include "base/text.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/config/hooks_file.h"
#include "generator/config/pure_path.h"
#include "generator/config/run_py.h"
#include "generator/config/unit_listing.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

// Directories whose files are inputs of the golden edge.
constexpr const char* kDataDirectories[] = {"data", "data/in", "data/out"};

class Lister {
  public:
    Lister(const FileSystem& files, const std::string& root, const PtoFunctionSource& functions)
        : files_(files), root_(root), functions_(functions) {}

    std::string Text() {
        AddProgram("");
        if (HasHooks(files_, root_)) lines_.emplace_back(kHooksFile);
        const bool leftovers = IsFile(files_, ShownPath(root_, kKernelConfig));
        for (const std::string& name : NamesIn(files_, root_, kNextLevels)) {
            lines_.push_back(LevelOf(name) + "/");
            if (!leftovers) AddProgram(LevelOf(name));
        }
        std::sort(lines_.begin(), lines_.end());
        return lines_.empty() ? std::string() : Join(lines_, "\n") + "\n";
    }

  private:
    void AddProgram(const std::string& directory) {
        for (const CompiledFile& file : kCompiledFiles) {
            const std::string path = JoinPath(directory, file.path);
            if (file.planned && IsFile(files_, ShownPath(root_, path))) lines_.push_back(path);
        }
        AddRunPy(directory);
        for (const char* name : kDataDirectories) AddNames(JoinPath(directory, name), "");
        const std::string kernels = JoinPath(directory, kKernelsDir);
        for (const std::string& core : NamesIn(files_, root_, kernels)) AddNames(kernels + "/" + core, ".cpp");
        AddUnits(JoinPath(directory, "ptoas"));
    }

    // Not its content: only what is planned from it.
    void AddRunPy(const std::string& directory) {
        const RunPyEdits edits = InspectRunPy(files_, root_, directory);
        if (!edits.makes_inputs && !edits.compares) return;
        lines_.push_back(JoinPath(directory, kRunPy) + ":" + (edits.makes_inputs ? " inputs" : "") +
                         (edits.compares ? " comparison" : ""));
    }

    void AddNames(const std::string& directory, const char* suffix) {
        for (const std::string& name : NamesIn(files_, root_, directory, suffix))
            lines_.push_back(directory + "/" + name);
    }

    void AddUnits(const std::string& directory) {
        for (const std::string& name : NamesIn(files_, root_, directory, ".pto")) {
            const std::string path = ShownPath(root_, directory + "/" + name);
            const std::optional<FileInfo> info = files_.Stat(path);
            if (!info || info->type != FileType::kRegular) continue;
            lines_.push_back(directory + "/" + name + ": " + Join(functions_(path, *info), " "));
        }
    }

    const FileSystem& files_;
    const std::string& root_;
    const PtoFunctionSource& functions_;
    std::vector<std::string> lines_;
};

}  // namespace

std::string ListingText(const FileSystem& files, const std::string& root, const PtoFunctionSource& functions) {
    return Lister(files, root, functions).Text();
}

PtoFunctionSource ReadingPtoFunctions(const FileSystem& files) {
    return [&files](const std::string& path, const FileInfo&) { return PtoFunctionNames(files.Read(path)); };
}

}  // namespace pto::gen
