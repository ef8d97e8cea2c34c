// The files by which a directory that PyPTO compiled is recognised. Their order is that of messages and listings.
#pragma once

#include <string_view>

#include "upstream/sidecar_schemas.h"
#include "upstream/since.h"

namespace pto {

inline constexpr std::string_view kKernelConfig = "kernel_config.py";
inline constexpr char kHostOrch[] = "orchestration/host_orch.py";
inline constexpr std::string_view kCodegenReport = "report/codegen_errors.txt";
inline constexpr std::string_view kArtifactManifest = "artifact_manifest.json";

struct MarkerFile {
    std::string_view path;
    std::string_view tells;
    Since since;
};

inline constexpr MarkerFile kMarkerFiles[] = {
    {kKernelConfig, "a program for one chip", {}},
    {kCompiledMeta, "its parameters", {"2026-08-14", "pypto#2350"}},
    {kDistributedMeta, "a program for several chips, its parameters", {"2026-06-11", "pypto#1749"}},
    {kHostOrch, "a program for several chips", {}},
    {kCodegenReport, "a compile that failed", {}},
    {kArtifactManifest, "a published entry of PyPTO's cache, which must not be changed", {}},
};

}  // namespace pto
