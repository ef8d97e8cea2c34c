// Which translation a file of a compiled directory gets, decided by its path as PyPTO lays directories out.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/translator/generation.h"

namespace pto::test {

enum class FileKind {
    kOther,  // stays: kernel_config.py, host_orch.py, golden.py, data, .pto, reports
    kOrchestration,
    kKernel,
    kRaw,
    kCompiledMeta,
    kDistributedMeta,
};

// `path` is relative to the directory.
FileKind KindOf(std::string_view path);

std::string TranslateFile(FileKind kind, std::string_view text, const PyptoGeneration& generation);

}  // namespace pto::test
