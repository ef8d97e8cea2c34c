// scope_stats/scope_stats.jsonl: how full the runtime's tables are at the begin and end of each scope. Pure.
#pragma once

#include <string>

#include "runtime/dfx/program_rules.h"

namespace pto::run {

// The runtime's format, version 6. The embedded runtime has no such tables and no limits: the numbers are what the
// program would take on the chip, beside the limits that the runtime has unless it is told otherwise.
std::string ScopeStatsText(const ProgramAccount& account, bool failed);

}  // namespace pto::run
