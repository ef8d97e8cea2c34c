#include "generator/baseline/baseline_plan.h"

#include <algorithm>
#include <set>

#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

constexpr std::string_view kConfigFiles[] = {kKernelConfig, kPackagedConfig};
constexpr const char* kHeaderSuffixes[] = {".h", ".hh", ".hpp", ".hxx", ".inc", ".inl"};

class Paths {
  public:
    void Add(const std::string& path) {
        if (!IsAbsolutePath(path)) paths_.insert(path);
    }
    std::vector<std::string> Take() const { return {paths_.begin(), paths_.end()}; }

  private:
    std::set<std::string> paths_;
};

void AddProgram(const Program& program, Paths& paths) {
    for (const std::string_view name : kConfigFiles) paths.Add(Below(program.directory, std::string(name)));
    for (const KernelEntry& kernel : program.config.kernels) paths.Add(kernel.source);
    if (program.config.orchestration) paths.Add(program.config.orchestration->source);
    if (program.meta) paths.Add(program.meta->file);
    if (program.has_golden) paths.Add(Below(program.directory, kGoldenPy));
    for (const Unit& unit : program.units) {
        paths.Add(unit.pto);
        paths.Add(unit.raw);
    }
}

}  // namespace

std::vector<std::string> PlanBaseline(const BuildDirectory& directory) {
    Paths paths;
    for (const Program& program : directory.programs) AddProgram(program, paths);
    if (directory.distributed) {
        paths.Add(directory.distributed->common.file);
        paths.Add(kHostOrch);
    }
    if (directory.has_golden) paths.Add(kGoldenPy);
    return paths.Take();
}

std::vector<std::string> HeaderFolders(const BuildDirectory& directory) {
    Paths folders;
    for (const Program& program : directory.programs) {
        for (const KernelEntry& kernel : program.config.kernels) {
            if (!IsAbsolutePath(kernel.source)) folders.Add(ParentPath(kernel.source));
            for (const std::string& include : kernel.extra_include_dirs) folders.Add(include);
        }
        if (program.config.orchestration) folders.Add(ParentPath(program.config.orchestration->source));
    }
    return folders.Take();
}

bool IsRawText(const std::string& path) {
    return path.ends_with(".cpp") && PathName(ParentPath(path)) == "ptoas";
}

bool IsHeaderName(const std::string& name) {
    return std::any_of(std::begin(kHeaderSuffixes), std::end(kHeaderSuffixes),
                       [&name](const char* suffix) { return name.size() > 2 && name.ends_with(suffix); });
}

}  // namespace pto::gen
