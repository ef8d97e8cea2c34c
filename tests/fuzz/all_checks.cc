#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/checks.h"

namespace pto::fuzz {

std::span<const Check> AllChecks() {
    static constexpr Check kChecks[] = {{"kernel_config", CheckKernelConfig},
                                        {"sidecar", CheckSidecar},
                                        {"preprocess", CheckPreprocess},
                                        {"splice", CheckSplice},
                                        {"golden", CheckGolden},
                                        {"editor", CheckEditor},
                                        {"baseline", CheckBaseline},
                                        {"manifest", CheckManifest},
                                        {"plan", CheckPlan},
                                        {"state", CheckState},
                                        {"lines", CheckLineFiles},
                                        {"records", CheckRecords},
                                        {"benchmark", CheckBenchmark},
                                        {"swimlane", CheckSwimlane},
                                        {"safetensors", CheckSafetensors},
                                        {"npy", CheckNpy},
                                        {"torch", CheckTorch}};
    return kChecks;
}

void RequireNothing(const std::string& broken) {
    if (broken.empty()) return;
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
}

}  // namespace pto::fuzz
