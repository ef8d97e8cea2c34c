#include "generator/steps/run_flags.h"

#include <cstdlib>

#include "base/shell_words.h"
#include "contract/targets.h"

namespace pto::gen {

RunFlags ParseRunFlags(std::string_view flags) {
    RunFlags result;
    for (const std::string& word : SplitShellWords(flags, kRunFlagsVariable)) {
        if (word == "--recompile") result.recompile = true;
        if (word == "--no-recompile") result.recompile = false;
        if (word == "--no-rebuild-from-pto") result.rebuild_from_pto = false;
    }
    return result;
}

RunFlags RunFlagsOfEnvironment() {
    const char* flags = std::getenv(kRunFlagsVariable);
    return ParseRunFlags(flags == nullptr ? "" : flags);
}

}  // namespace pto::gen
