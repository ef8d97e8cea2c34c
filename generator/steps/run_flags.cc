#include "generator/steps/run_flags.h"

#include <cstdlib>

#include "base/shell_words.h"

namespace pto::gen {

RunFlags ParseRunFlags(std::string_view flags) {
    RunFlags result;
    for (const std::string& word : SplitShellWords(flags, "PTO_REPLAY_FLAGS")) {
        if (word == "--recompile") result.recompile = true;
        if (word == "--no-recompile") result.recompile = false;
        if (word == "--no-rebuild-from-pto") result.rebuild_from_pto = false;
    }
    return result;
}

RunFlags RunFlagsOfEnvironment() {
    const char* flags = std::getenv("PTO_REPLAY_FLAGS");
    return ParseRunFlags(flags == nullptr ? "" : flags);
}

}  // namespace pto::gen
