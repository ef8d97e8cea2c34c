#include "generator/hooks/debug_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/own_places.h"
#include "contract/layout.h"
#include "generator/config/hooks_file.h"
#include "generator/hooks/hooks_source.h"

namespace pto::gen {
namespace {

bool SwitchedOff(std::string setting) {
    std::transform(setting.begin(), setting.end(), setting.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return setting == "0" || setting == "false" || setting == "no";
}

// Parameters of the whole directory, or of its first program.
const std::vector<Param>* ParamsOf(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        if (entry.params != nullptr) return entry.params;
    }
    return nullptr;
}

}  // namespace

void WriteDebugFiles(FileSystem& files, const std::string& root, const std::vector<Entry>& entries,
                     const std::string& pto_replay, const std::string& setting) try {
    const std::vector<Param>* params = ParamsOf(entries);
    if (SwitchedOff(setting) || params == nullptr) return;
    const std::string script = root + "/" + kRunScript;
    if (IsFreeForOwnFile(files, root, kRunScript)) {
        files.Write(script, RunScript(pto_replay));
        std::error_code ignored;
        std::filesystem::permissions(script,
                                     std::filesystem::perms::owner_exec | std::filesystem::perms::group_exec |
                                         std::filesystem::perms::others_exec,
                                     std::filesystem::perm_options::add, ignored);
    }
    const std::string hooks = root + "/" + kHooksFile;
    if (IsFreeForOwnFile(files, root, kHooksFile)) files.Write(hooks, HooksTemplate(*params));
} catch (const Error&) {
    return;  // as announced
}

}  // namespace pto::gen
