// Where ptoas is, which one it is, and how it is asked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

// Probed in this order below a root; they are not interchangeable. Up to 0.50 `ptoas` is a launcher script, then it is
// a directory and `bin/ptoas` works by itself, and from 0.55 on only `ptoas.sh` starts the Python that belongs to it.
inline constexpr std::string_view kLaunchers[] = {"ptoas", "ptoas.sh", "bin/ptoas"};

enum class PtoasState {
    kFound,
    kNotOnPath,  // PTOAS_ROOT is not set and PATH has none
    kEmptyRoot,  // PTOAS_ROOT is set and has none of the launchers; PATH is not searched then
};

struct PtoasLocation {
    PtoasState state = PtoasState::kNotOnPath;
    std::string launcher;  // absolute; empty unless found
    std::string origin;    // "--ptoas", "PTOAS_ROOT", "PATH": for messages and `info`
    std::string problem;   // one line for the user unless found
};

// `given` (--ptoas) is a launcher or a root and wins; an input Error if it is neither. Reads PTOAS_ROOT and PATH.
PtoasLocation FindPtoas(const std::string& given);

// "0.27", or what `--version` says first; "of unknown version" if it says nothing. Remembered for the life of the
// process.
std::string PtoasVersion(const std::string& launcher);

// Changes when another ptoas would run: a hash over text (scripts), size and time of the launcher and of the binary
// below it, not over where they lie. Cheap: nothing is started, so a unit that needs no ptoas can afford it.
std::string PtoasIdentity(const std::string& launcher);

// What every scan compares: which launcher would be used and its files' sizes and times, without starting it. `given`
// as in FindPtoas; a text that says so when there is none.
std::string PtoasFingerprint(const std::string& given);

// "a3" or "a5" for "Ascend910B", "Ascend950"; empty for any other backend.
std::string PtoasArch(const std::string& backend);

// level3 when a pto.alloc_tile operation has an `addr =` operand, so that PyPTO has planned the memory; else level2.
// Only operands count: a comment, a string, an attribute or another line does not.
std::string PtoasLevel(std::string_view pto_text);

// --enable-insert-sync --pto-level=... [--pto-arch=ARCH] EXTRA...
std::vector<std::string> PtoasFlags(std::string_view pto_text, const std::string& arch,
                                    const std::vector<std::string>& extra);

// `option` (--ptoas-timeout), else PYPTO_PTOAS_TIMEOUT, else 60; 0: none. Throws a usage Error naming the one that is
// no number of seconds.
double PtoasTimeout(const std::string& option);

// PYPTO_REBUILD_FROM_PTO is 0, false or no, whatever its case.
bool RebuildDisabledByEnvironment();

}  // namespace pto::gen
