#include "generator/golden/golden_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "generator/python/python_source.h"

namespace pto::gen {
namespace {

[[noreturn]] void FailAt(const GoldenSource& source, int line, const std::string& what, const std::string& remedy) {
    throw Error(ErrorKind::kInput, Place{source.file, line, 0, {}}, what, remedy);
}

void CheckTolerance(const GoldenSource& source, const char* name, double value) {
    if (std::isfinite(value) && value >= 0) return;
    FailAt(source, source.LineOf(name), fmt::format("{} is {}, expected a number from 0", name, value),
           "give a tolerance such as 1e-5");
}

void CheckOutput(const GoldenSource& source, const GoldenResult& result, const std::string& output,
                 const std::vector<std::string>& names) {
    const int line = source.LineOf("__outputs__");
    const Tensor* input = FindTensor(result.inputs.tensors, output);
    if (input == nullptr) {
        const std::string hint = DidYouMean(output, names);
        FailAt(source, line, "__outputs__ names " + Quoted(output) + ", which generate_inputs does not return",
               hint.empty() ? "name one of " + QuotedList(names) : hint);
    }
    const std::vector<std::string>& scalars = result.inputs.scalars;
    if (std::find(scalars.begin(), scalars.end(), output) != scalars.end()) {
        FailAt(source, line, "__outputs__ names " + Quoted(output) + ", which is a scalar", "outputs are tensors");
    }
    if (!result.none.empty()) return;
    const Tensor* expected = FindTensor(result.expected, output);
    if (expected == nullptr) {
        FailAt(source, line, "the run left no value for " + Quoted(output), "set PTO_PYTHON to a Python interpreter");
    }
    if (expected->dtype == input->dtype && expected->shape == input->shape) return;
    const std::string found = TypeText(*expected->dtype, expected->shape);
    const std::string wanted = TypeText(*input->dtype, input->shape);
    if (result.from_data_out) {
        ThrowInput(source.data_dir + "/out/" + output + ".pt",
                   "holds " + found + ", but generate_inputs gives " + Quoted(output) + " as " + wanted,
                   "compile the program again or delete the file");
    }
    FailAt(source, source.LineOf("compute_golden"),
           "compute_golden leaves " + Quoted(output) + " as " + found + ", but generate_inputs gives it as " + wanted,
           "write it in place: tensors[\"" + output + "\"][:] = ...");
}

}  // namespace

void CheckDeclared(const GoldenSource& source, const std::vector<std::string>& outputs, std::optional<double> rtol,
                   std::optional<double> atol) {
    if (rtol) CheckTolerance(source, "RTOL", *rtol);
    if (atol) CheckTolerance(source, "ATOL", *atol);
    // Without __outputs__ the runtime would compare nothing and call it a pass.
    if (outputs.empty()) {
        FailAt(source, source.LineOf("__outputs__"), "__outputs__ names no output to compare",
               "list the names of the outputs: __outputs__ = [\"out\"]");
    }
    for (auto name = outputs.begin(); name != outputs.end(); ++name) {
        if (std::find(outputs.begin(), name, *name) == name) continue;
        FailAt(source, source.LineOf("__outputs__"), "__outputs__ names " + Quoted(*name) + " twice",
               "name each output once");
    }
}

void CheckResult(const GoldenSource& source, const GoldenResult& result) {
    CheckDeclared(source, result.outputs, result.rtol, result.atol);
    std::vector<std::string> names;
    for (const Tensor& tensor : result.inputs.tensors) {
        if (std::find(names.begin(), names.end(), tensor.name) != names.end()) {
            FailAt(source, source.LineOf("generate_inputs"),
                   "generate_inputs returns two values named " + Quoted(tensor.name), "give each a name of its own");
        }
        names.push_back(tensor.name);
    }
    for (const std::string& output : result.outputs) CheckOutput(source, result, output, names);
}

}  // namespace pto::gen
