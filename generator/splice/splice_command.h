// `pto-ninja splice`: one unit, with the real disk, the real ptoas and PyPTO's lock.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_lock.h"
#include "generator/splice/splice_unit.h"

namespace pto::gen {

struct SpliceOptions {
    std::string directory = ".";    // root of the compiled directory
    std::string program;            // name, keeps the states of equal units apart
    std::string program_directory;  // "" or "next_levels/<name>"
    std::string unit;
    std::string stamp;  // output of the edge, relative to the root
    std::string ptoas;  // --ptoas
    std::vector<std::string> extra_flags;
    std::string arch;              // "a3", "a5": PtoasArch of the recorded backend
    std::string timeout;           // --ptoas-timeout; empty: environment or default
    bool rebuild_from_pto = true;  // --no-rebuild-from-pto
    double lock_timeout_seconds = kLockTimeoutSeconds;
    std::function<void(const std::string& line)> print;  // one line for the user
};

// Throws Error as SpliceUnit does. The steps of splice_unit.h are fault points (fault_point.h).
UnitResult SpliceWithPtoas(const SpliceOptions& options);

}  // namespace pto::gen
