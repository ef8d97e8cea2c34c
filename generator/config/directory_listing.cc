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
    Lister(const Folder& folder, const PtoFunctionSource& functions) : folder_(folder), functions_(functions) {}

    std::string Text() {
        AddProgram("");
        if (HasHooks(folder_)) lines_.emplace_back(kHooksFile);
        const bool leftovers = folder_.Has(kKernelConfig);
        for (const std::string& name : folder_.Names(kNextLevels)) {
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
            if (file.planned && folder_.Has(path)) lines_.push_back(path);
        }
        AddRunPy(directory);
        for (const char* name : kDataDirectories) AddNames(JoinPath(directory, name), "");
        const std::string kernels = JoinPath(directory, kKernelsDir);
        for (const std::string& core : folder_.Names(kernels)) AddNames(kernels + "/" + core, ".cpp");
        AddUnits(JoinPath(directory, "ptoas"));
    }

    // Not its content: only what is planned from it.
    void AddRunPy(const std::string& directory) {
        const RunPyEdits edits = InspectRunPy(folder_, directory);
        if (!edits.makes_inputs && !edits.compares) return;
        lines_.push_back(JoinPath(directory, kRunPy) + ":" + (edits.makes_inputs ? " inputs" : "") +
                         (edits.compares ? " comparison" : ""));
    }

    void AddNames(const std::string& directory, const char* suffix) {
        for (const std::string& name : folder_.Names(directory, suffix)) lines_.push_back(directory + "/" + name);
    }

    void AddUnits(const std::string& directory) {
        for (const std::string& name : folder_.Names(directory, ".pto")) {
            const std::string path = folder_.Shown(directory + "/" + name);
            const std::optional<FileInfo> info = folder_.files().Stat(path);
            if (!info || info->type != FileType::kRegular) continue;
            lines_.push_back(directory + "/" + name + ": " + Join(functions_(path, *info), " "));
        }
    }

    const Folder& folder_;
    const PtoFunctionSource& functions_;
    std::vector<std::string> lines_;
};

}  // namespace

std::string ListingText(const Folder& folder, const PtoFunctionSource& functions) {
    return Lister(folder, functions).Text();
}

PtoFunctionSource ReadingPtoFunctions(const FileSystem& files) {
    return [&files](const std::string& path, const FileInfo&) { return PtoFunctionNames(files.Read(path)); };
}

}  // namespace pto::gen
