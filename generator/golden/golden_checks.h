// Whether what a golden.py declares, and what came of it, fits together: refused here rather than judged wrongly later.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/golden/golden_source.h"
#include "generator/golden/golden_values.h"

namespace pto::gen {

// All that goes into the two files of the golden edge.
struct GoldenResult {
    GoldenInputs inputs;
    std::vector<std::string> outputs;
    double rtol = 0;
    double atol = 0;
    std::vector<Tensor> expected;
    bool from_data_out = false;
    std::string note;
    std::string none;  // why nothing is expected; the run is then not validated
};

// Throw an input Error at the line of golden.py, or that names the file of data/out.
void CheckDeclared(const GoldenSource& source, const std::vector<std::string>& outputs, std::optional<double> rtol,
                   std::optional<double> atol);
void CheckResult(const GoldenSource& source, const GoldenResult& result);

}  // namespace pto::gen
