#include "library/build_place.h"

#include <algorithm>

#include "base/error.h"
#include "contract/layout.h"
#include "generator/config/directory_kind.h"
#include "generator/config/pure_path.h"

namespace pto::lib {
namespace {

// The directory two levels above as the user would write it, where the text shows it.
std::string TwoLevelsUp(const std::string& directory) {
    const std::string text = gen::NormalPath(directory);
    const std::string levels = gen::ParentPath(text);
    if (gen::PathName(levels) == kNextLevels) return gen::ParentPath(levels);
    const std::string canonical = gen::CanonicalPath(directory);
    const std::string above = gen::ParentPath(canonical);
    return gen::PathName(above) == kNextLevels ? gen::ParentPath(above) : "";
}

// Whether `root` is a build of which `program` is a part; a left-over in next_levels/ is a build of its own.
bool IsPartOf(const FileSystem& files, const std::string& root, const std::string& program) try {
    const gen::DirectoryKind kind = gen::RecogniseDirectory({files, root});
    return kind.kind != gen::Kind::kL2 &&
           std::find(kind.programs.begin(), kind.programs.end(), program) != kind.programs.end();
} catch (const Error&) {
    return false;
}

}  // namespace

BuildPlace FindBuildPlace(const FileSystem& files, const std::string& directory) {
    gen::RecogniseDirectory({files, directory});
    const std::string root = TwoLevelsUp(directory);
    if (root.empty()) return {directory, ""};
    const std::string program = gen::PathName(gen::CanonicalPath(directory));
    return IsPartOf(files, root, program) ? BuildPlace{root, program} : BuildPlace{directory, ""};
}

bool IsGenerated(const FileSystem& files, const std::string& root) {
    return IsFile(files, root + "/" + kBuildFile) && IsFile(files, root + "/" + kManifestFile) &&
           IsFile(files, root + "/" + kScanPlanFile);
}

}  // namespace pto::lib
