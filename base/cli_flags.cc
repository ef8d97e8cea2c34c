#include "base/cli_flags.h"

#include <CLI/CLI.hpp>

namespace pto {

std::vector<FlagHelp> FlagsOfParser(const CLI::App& app) {
    std::vector<FlagHelp> flags;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty() || option->get_lnames().empty()) continue;
        FlagHelp flag;
        flag.name = "--" + option->get_lnames().front();
        if (!option->get_snames().empty()) flag.short_name = "-" + option->get_snames().front();
        if (option->get_items_expected_max() > 0) SetValue(flag, option->get_type_name());
        flag.help = option->get_description();
        flag.group = option->get_group() == "Options" ? "Flags" : option->get_group();
        flags.push_back(std::move(flag));
    }
    return flags;
}

}  // namespace pto
