// Which kernels of a unit get a new body, and the new texts, all in memory: nothing is written before all are known.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/splice/unit_state.h"

namespace pto::gen {

// Whose body may be replaced.
enum class SplicePolicy {
    kAll,  // the .pto was edited: it decides the body. A kernel for which both raw texts give one body is not affected
    kUnedited,   // only ptoas or its flags changed: kernels that still have the body of the old raw text
    kUntouched,  // the raw text came from elsewhere, with its kernels: only those that are as they were before it came
};

struct SpliceRequest {
    SplicePolicy policy = SplicePolicy::kAll;
    std::string raw;                             // what ptoas wrote
    std::string old_raw;                         // text of ptoas/<unit>.cpp before; empty: none
    bool old_raw_spliced = false;                // the kernels were made from old_raw
    std::map<std::string, std::string> bodies;   // kernel -> body hash, as remembered
    std::map<std::string, std::string> writing;  // ... that a killed splice was about to give them
    bool untouched = false;                      // kUntouched: whether a body that is as remembered may be replaced
    // The kernels that the program is made of, wherever they lie; asked when one seems not to be there. Empty: not
    // known.
    std::function<std::vector<std::string>()> listed;
};

struct SplicePlan {
    struct Rewrite {
        std::string kernel;
        std::string before;  // all of it
        std::string text;
    };
    std::vector<Rewrite> rewrites;              // kernels whose text changes
    std::vector<std::string> kept;              // hand-edited kernels that the policy protects
    std::map<std::string, std::string> bodies;  // kernel -> body hash once the rewrites are done
};

// Throws an input Error for a kernel of the program that is not there: a file that is away for a moment, as while an
// editor replaces it, would never get its body. With kAll, also throws one for a kernel without proper sentinels, a
// signature that no longer fits, or a function that the .pto no longer defines although its kernel exists; with the
// other policies such kernels are kept as they are.
SplicePlan PlanSplice(const FileSystem& files, const UnitPaths& paths, const SpliceRequest& request);

}  // namespace pto::gen
