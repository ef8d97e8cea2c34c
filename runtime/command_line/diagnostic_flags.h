// The flags that ask for diagnostics: PyPTO's names and meanings.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/runner.h"

namespace CLI {
class App;
}

namespace pto::run {

// As given; empty when not.
struct DiagnosticFlags {
    bool swimlane = false;
    std::string swimlane_level;  // decides when both are given
    std::string dump_args;
    std::string pmu;
    bool dep_gen = false;
    bool scope_stats = false;
    bool log_sync_pypto = false;
};

void AddDiagnosticFlags(CLI::App& app, DiagnosticFlags& flags);

// "--dump-args" alone means level 1. The word after it is its level only if it is a number, so that a directory may
// follow.
void GiveDumpLevels(std::vector<std::string>& arguments);

// Reads a number from `low` to `high`; throws a usage Error that begins with `origin`.
using CountParser = int (*)(const std::string& origin, const std::string& text, int low, int high);

Diagnostics ReadDiagnostics(const DiagnosticFlags& flags, CountParser parse);

}  // namespace pto::run
