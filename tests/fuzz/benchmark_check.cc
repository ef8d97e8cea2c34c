#include "runtime/bench/baseline.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {

std::string CheckBenchmark(std::string_view input) {
    const OneText files(input);
    try {
        const run::Baseline baseline = run::LoadBaseline(files, "latest.json");
        if (baseline.samples_us.empty()) return "accepted no samples";
        for (const double sample : baseline.samples_us) {
            if (!(sample >= 0)) return "accepted the sample " + std::to_string(sample);
        }
        return {};
    } catch (const Error& error) {
        return error.place().file == "latest.json" ? RefusalProblem(error) : "a refusal of another file";
    }
}

}  // namespace pto::fuzz
