// The files that PyPTO writes at the top of a compiled directory. Their order is that of messages and listings.
#pragma once

#include <string_view>

#include "upstream/sidecar_schemas.h"
#include "upstream/since.h"

namespace pto {

inline constexpr std::string_view kKernelConfig = "kernel_config.py";
inline constexpr std::string_view kPackagedConfig = "kernel_config.json";
inline constexpr char kGoldenPy[] = "golden.py";
inline constexpr char kHostOrch[] = "orchestration/host_orch.py";
inline constexpr std::string_view kCodegenReport = "report/codegen_errors.txt";
inline constexpr std::string_view kArtifactManifest = "artifact_manifest.json";
// Kernels by core: kernels/<core>/<function>.cpp.
inline constexpr char kKernelsDir[] = "kernels";

struct CompiledFile {
    std::string_view path;
    std::string_view tells;
    bool marks;    // a directory that has it was compiled
    bool planned;  // whether it is there decides the build
    Since since;
};

inline constexpr CompiledFile kCompiledFiles[] = {
    {kKernelConfig, "a program for one chip", true, true, {}},
    {kPackagedConfig, "the same of packaged artefacts", false, true, {}},
    {kCompiledMeta, "its parameters", true, true, {"2026-08-14", "pypto#2350"}},
    {kDistributedMeta, "a program for several chips, its parameters", true, true, {"2026-06-11", "pypto#1749"}},
    {kGoldenPy, "inputs and expected values", false, true, {}},
    {kHostOrch, "a program for several chips", true, true, {}},
    {kCodegenReport, "a compile that failed", true, false, {}},
    {kArtifactManifest, "a published entry of PyPTO's cache, which must not be changed", true, true, {}},
};

}  // namespace pto
