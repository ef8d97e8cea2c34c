#include "generator/baseline/compiled_copy.h"

#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

bool MadeFromCompiled(const CompileRecord& record, const Object& object, const CompiledHash& compiled) {
    if (record.inputs.empty() || record.inputs.front().path != object.source) return false;
    for (const RecordedInput& input : record.inputs) {
        // What is not kept lies outside of the directory, where both find the same.
        const std::optional<std::string> hash = compiled(input.path);
        if (hash && *hash != input.hash) return false;
        if (!hash && !input.path.starts_with("/")) return false;
    }
    return true;
}

}  // namespace

bool IsPartOfCopy(const std::string& path) {
    const std::string name = PathName(path);
    const std::string folder = PathName(ParentPath(path));
    return folder != "ptoas" && name != "golden.py";
}

void WriteCompiledCopy(FileSystem& files, const Baseline& baseline) {
    for (const auto& [path, text] : baseline.sources) {
        if (IsPartOfCopy(path)) WriteIfChanged(files, std::string(kCompiledCopy) + "/" + path, text);
    }
}

std::vector<std::string> DifferingObjects(const std::vector<Object>& copy, const CompiledHash& compiled,
                                          const RecordText& record) {
    std::vector<std::string> paths;
    for (const Object& object : copy) {
        // Neither is made from the directory's own sources; both directories can use one.
        if (IsForReplay(object.recipe.role) || object.recipe.role == Role::kRuntimeSource) continue;
        if (IsPrefix(object.recipe.role)) continue;
        const std::optional<std::string> text = record(RecordOf(object.path));
        if (!text || !MadeFromCompiled(ParseCompileRecord(*text), object, compiled)) paths.push_back(object.path);
    }
    return paths;
}

}  // namespace pto::gen
