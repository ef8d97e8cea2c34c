// What must hold for any bytes that a file of the user's may contain; libFuzzer looks for bytes for which it does not,
// and a unit test runs the committed ones. A check returns what is broken, empty when nothing is. It accepts a refusal
// in one form only, a pto::Error as RefusalProblem wants it; every other exception is thrown on.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pto::fuzz {

std::string CheckKernelConfig(std::string_view input);  // the text of a kernel_config.py
std::string CheckSidecar(std::string_view input);  // of a compiled_meta.json, distributed_meta.json, kernel_config.json
std::string CheckPreprocess(std::string_view input);  // what ptoas printed
std::string CheckSplice(std::string_view input);  // a kernel, what ptoas prints now, what it printed before: Sections

struct Check {
    const char* name;  // of the folder below corpus/
    std::string (*run)(std::string_view input);
};
std::span<const Check> AllChecks();

// For the programs of libFuzzer: says what is broken and ends the process.
void RequireNothing(const std::string& broken);

}  // namespace pto::fuzz
