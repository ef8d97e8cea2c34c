#include "runtime/app/runners.h"

#include "base/error.h"
#include "runtime/core/runnable.h"
#include "runtime/embedded_runner/distributed_runner.h"
#include "runtime/embedded_runner/embedded_runner.h"
#include "runtime/pypto/pypto_runner.h"
#include "runtime/simpler/simpler_plan_runner.h"
#include "runtime/simpler/simpler_runner.h"

namespace pto::run {
namespace {

struct Row {
    std::string_view runtime;
    std::string_view kind;  // "program": l2 and multi; "plan": l3
    std::unique_ptr<Runner> (*create)(const Manifest&, const Entry&, const RunnerOptions&);
};

constexpr Row kRows[] = {
    {"embedded", "program", CreateEmbeddedRunner}, {"embedded", "plan", CreateDistributedRunner},
    {"pypto", "program", CreatePyptoRunner},       {"pypto", "plan", CreatePyptoRunner},
    {"simpler", "program", CreateSimplerRunner},   {"simpler", "plan", CreateSimplerPlanRunner},
};

}  // namespace

std::unique_ptr<Runner> CreateRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options) {
    RequireProgramEntry(manifest, entry);
    const std::string_view kind = entry.plan.empty() ? "program" : "plan";
    for (const Row& row : kRows) {
        if (row.runtime == manifest.runtime && row.kind == kind) return row.create(manifest, entry, options);
    }
    throw Error(
        ErrorKind::kToolchain,
        "runtime '" + manifest.runtime + "' cannot run a " + manifest.kind + " directory in this version of pto-replay",
        "run 'pto-ninja " + manifest.directory + "' with another --runtime");
}

}  // namespace pto::run
