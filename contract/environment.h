// The environment variables that a user can set, and which program looks at each: man pages are made of this table, and
// a test holds the documents to it. Those that only compilers read are in generator/toolchain/compiler_variables.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "contract/targets.h"

namespace pto {

enum class ReadBy { kPtoNinja, kPtoReplay, kBoth };

struct EnvironmentVariable {
    std::string_view name;
    ReadBy read_by;
    std::string_view meaning;  // a sentence
};

inline constexpr EnvironmentVariable kEnvironment[] = {
    {"PTO_SIM_CXX", ReadBy::kPtoNinja, "Compiler of simulator kernels."},
    {"PTO_ISA_ROOT", ReadBy::kPtoNinja, "PTO-ISA checkout that kernels are compiled against."},
    {"SIMPLER_ROOT", ReadBy::kPtoNinja, "Checkout of the runtime that programs are compiled against and run on."},
    {"ASCEND_HOME_PATH", ReadBy::kPtoNinja, "Ascend toolkit with the compilers for a device."},
    {kRunFlagsVariable, ReadBy::kBoth, "Flags of pto-replay when ninja starts it."},
    {"PTO_PYTHON", ReadBy::kBoth, "Python for golden.py, debug/run.py, host orchestrations and PyPTO."},
    {"PTOAS_ROOT", ReadBy::kPtoNinja, "Where ptoas is; default: the one in PATH."},
    {"PYPTO_REBUILD_FROM_PTO", ReadBy::kPtoNinja, "0, false or no: leave edited .pto files alone."},
    {"PTO_PLAN_TIMEOUT", ReadBy::kPtoNinja, "Seconds for recording a host orchestration, 0 for none."},
    {"PYPTO_PTOAS_TIMEOUT", ReadBy::kPtoNinja, "Seconds for one unit of ptoas, 0 for none."},
    {"PYPTO_COMPILER_TIMEOUT", ReadBy::kPtoNinja, "Seconds for one call of a compiler or linker."},
    {"PYPTO_BENCH_ROUNDS", ReadBy::kPtoReplay, "Rounds of a benchmark where no flag gives them."},
    {"PYPTO_BENCH_WARMUP", ReadBy::kPtoReplay, "Rounds before them where no flag gives them."},
    {"PYPTO_RUNTIME_LOG", ReadBy::kPtoReplay, "Log level where no flag gives it."},
    {"PYPTO_EMIT_DEBUG_RUNNER", ReadBy::kPtoNinja, "0, false or no: write no files into debug/."},
    {"XDG_CACHE_HOME", ReadBy::kPtoNinja, "Where pto-ninja/ keeps what all directories share; default: ~/.cache."},
    {"NO_COLOR", ReadBy::kBoth, "No colours."},
};

// Name and meaning of those that `program` reads, as man pages list them.
inline std::vector<std::pair<std::string, std::string>> EnvironmentOf(ReadBy program) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const EnvironmentVariable& row : kEnvironment) {
        if (row.read_by == program || row.read_by == ReadBy::kBoth) entries.emplace_back(row.name, row.meaning);
    }
    return entries;
}

}  // namespace pto
