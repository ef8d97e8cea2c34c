// The flags of pto-replay as CLI11 knows them: names, help, groups.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "runtime/command_line/diagnostic_flags.h"
#include "runtime/command_line/options.h"

namespace pto::run {

// What CLI11 fills; turned into Options, and checked, afterwards.
struct RawOptions {
    std::vector<std::string> positionals;
    std::vector<std::string> shapes;
    std::vector<std::string> scalars;
    std::string rtol;
    std::string atol;
    std::string timeout;
    std::string rounds;
    std::string warmup;
    std::string min_time;
    std::string workers;
    std::string seed;
    std::string dynamic;
    std::string device;
    std::string print;
    DiagnosticFlags diagnostics;
    bool validate = false;
    bool no_validate = false;
    bool no_golden = false;
    bool no_hooks = false;
};

void AddFlags(CLI::App& app, Options& options, RawOptions& raw);

}  // namespace pto::run
