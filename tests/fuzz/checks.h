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
std::string CheckGolden(std::string_view input);  // the text of a golden.py
std::string CheckEditor(std::string_view input);  // .vscode/tasks.json, .vscode/launch.json, .clangd

// What our own programs wrote, or somebody in their place: directories are passed around.
std::string CheckBaseline(std::string_view input);   // .pto-ninja/baseline/sources.tar
std::string CheckManifest(std::string_view input);   // manifest.json, debug_manifest.json, compare_manifest.json
std::string CheckPlan(std::string_view input);       // plan.json
std::string CheckState(std::string_view input);      // state/<program>/<unit>.json, golden/state.json, *.surroundings
std::string CheckLineFiles(std::string_view input);  // scan_plan, scan_cache, <object>.inputs, .ninja_log, depfiles
// options, activity, functions, *.made, last_run.json, [STRACE] lines
std::string CheckRecords(std::string_view input);
std::string CheckBenchmark(std::string_view input);    // bench_outputs/<time>.json
std::string CheckSwimlane(std::string_view input);     // chip_swimlane_records.json, deps.json: Sections
std::string CheckSafetensors(std::string_view input);  // golden/inputs.safetensors and all others
std::string CheckNpy(std::string_view input);
std::string CheckTorch(std::string_view input);  // .pt: a zip file with a pickle

struct Check {
    const char* name;  // of the folder below corpus/
    std::string (*run)(std::string_view input);
};
std::span<const Check> AllChecks();

// For the programs of libFuzzer: says what is broken and ends the process.
void RequireNothing(const std::string& broken);

}  // namespace pto::fuzz
