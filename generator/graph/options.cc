#include "generator/graph/options.h"

namespace pto::gen {

std::vector<std::string> FlagsOf(const GenerateOptions& options) {
    std::vector<std::string> flags;
    const auto add = [&flags](const char* name, const std::string& value) {
        if (!value.empty()) flags.insert(flags.end(), {name, value});
    };
    add("--platform", options.platform);
    add("--cxx", options.cxx);
    add("--orchestration-cxx", options.orchestration_cxx);
    add("--ptoas", options.ptoas);
    // With '=', since the values begin with '-' themselves.
    for (const std::string& flag : options.ptoas_flags) flags.push_back("--ptoas-flag=" + flag);
    add("--ptoas-timeout", options.ptoas_timeout);
    if (!options.rebuild_from_pto) flags.emplace_back("--no-rebuild-from-pto");
    return flags;
}

}  // namespace pto::gen
