// Runs the statements of a kernel_config.py, without Python: a closed set of operations, no loops, no functions.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generator/python/python_source.h"
#include "generator/python/python_value.h"

namespace pto::gen {

struct EvaluationContext {
    std::string module_path;  // value of __file__, absolute
    // Value of an environment variable, nothing when it is not set.
    std::function<std::optional<std::string>(const std::string&)> environment;
    // Path.resolve(): absolute, without symbolic links and "..".
    std::function<std::string(const std::string&)> canonical;
};

struct EvaluatedModule {
    std::map<std::string, Value> names;                    // as they are after the last statement
    std::map<std::string, std::string> environment_reads;  // variable -> text used; "" for a default that is no string
    std::vector<std::string> environment_unset;            // those of them that were not set, sorted
};

// Throws Error for a mistake or an exception that the file raises, UnsupportedConstruct for Python outside the subset.
// Time and memory are linear in the text: what doubling assignments could blow up is limited.
EvaluatedModule EvaluateModule(const PythonSource& source, const EvaluationContext& context);

}  // namespace pto::gen
