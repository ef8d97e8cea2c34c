#include "base/json.h"
#include "runtime/dfx/trace_events.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {

// The records, then the dependencies.
std::string CheckSwimlane(std::string_view input) {
    const std::vector<std::string> sections = Sections(input, 2);
    run::TraceRun run;
    try {
        run.records = run::ReadSwimlane(ParseJson(sections[0], "records.json", "record again"), "records.json");
        if (!sections[1].empty()) {
            run.dependencies = run::ReadDependencies(ParseJson(sections[1], "deps.json", "record again"), "deps.json");
        }
    } catch (const Error& error) {
        return RefusalProblem(error);
    }
    for (const run::TraceClock clock : {run::TraceClock::kShared, run::TraceClock::kPerRank}) {
        // Throws when it is no JSON.
        if (!ParseJson(run::TraceText({run, run}, clock), "trace.json", "").is_object()) return "a trace that is none";
    }
    return {};
}

}  // namespace pto::fuzz
