#include "runtime/command_line/diagnostic_flags.h"

#include <CLI/CLI.hpp>
#include <cstdint>

namespace pto::run {
namespace {

constexpr int kFullSwimlaneLevel = 4;
constexpr int kLastDumpLevel = 3;
constexpr char kFlagGroup[] = "Diagnostics, recorded in dfx_outputs/";

}  // namespace

void AddDiagnosticFlags(CLI::App& app, DiagnosticFlags& flags) {
    app.add_flag("--swimlane", flags.swimlane, "When each core ran what, as records and as a timeline (level 4)")
        ->group(kFlagGroup);
    app.add_option("--swimlane-level", flags.swimlane_level,
                   "The same: 1 core times, 2 and dispatch times, 3 and the scheduler, 4 and the submits, 0 off")
        ->type_name("LEVEL")
        ->group(kFlagGroup);
    app.add_option("--dump-args", flags.dump_args,
                   "Arguments of tasks before and after they run: 1 (the default) those selected with dump(), 2 all, "
                   "3 what all of them are and the values of those selected")
        ->type_name("[LEVEL]")
        ->group(kFlagGroup);
    app.add_flag("--dep-gen", flags.dep_gen, "Which task waits for which, and for what")->group(kFlagGroup);
    app.add_flag("--scope-stats", flags.scope_stats, "How full the tables of the runtime are at each scope")
        ->group(kFlagGroup);
    app.add_option("--pmu", flags.pmu, "Performance counters of this event type; not on the embedded runtime")
        ->type_name("LEVEL")
        ->group(kFlagGroup);
}

void GiveDumpLevels(std::vector<std::string>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] != "--dump-args") continue;
        const std::string next = i + 1 < arguments.size() ? arguments[i + 1] : "";
        const bool is_level = !next.empty() && next.find_first_not_of("0123456789") == std::string::npos;
        if (!is_level) arguments[i] = "--dump-args=1";
    }
}

Diagnostics ReadDiagnostics(const DiagnosticFlags& flags, CountParser parse) {
    Diagnostics diagnostics;
    if (flags.swimlane) diagnostics.swimlane_level = kFullSwimlaneLevel;
    if (!flags.swimlane_level.empty())
        diagnostics.swimlane_level = parse("--swimlane-level", flags.swimlane_level, 0, kFullSwimlaneLevel);
    if (!flags.dump_args.empty()) diagnostics.dump_args = parse("--dump-args", flags.dump_args, 0, kLastDumpLevel);
    if (!flags.pmu.empty()) diagnostics.pmu = parse("--pmu", flags.pmu, 0, INT32_MAX);
    diagnostics.dep_gen = flags.dep_gen;
    diagnostics.scope_stats = flags.scope_stats;
    return diagnostics;
}

}  // namespace pto::run
