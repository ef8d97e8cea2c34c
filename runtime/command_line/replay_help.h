// What pto-replay says of its command line: help, man page and completions, all made from its table of flags.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace pto::run {

// At most two screens.
std::string ReplayHelpText(const CLI::App& app);

// What `pto-replay --print WHAT` prints: "man", "bash" or "zsh". Throws a usage Error for anything else.
std::string ReplayPrintedText(const CLI::App& app, const std::string& what);

}  // namespace pto::run
