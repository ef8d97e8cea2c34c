// Why something is built again: one list, for the messages of a build, last_run.json, `list`, the report and the
// library.
#pragma once

#include <string>
#include <string_view>

namespace pto {

enum class Cause {
    kNone,         // it is not
    kNeverBuilt,   // there is no record of a build
    kGone,         // somebody removed it
    kDamaged,      // it, or the record of its build, is not as it was left
    kOtherSource,  // it was built from another file
    kSource,       // the content of its source
    kHeader,       // that of another file that it was built from
    kNewFile,      // a file that now comes first where the compiler looks for headers
    kCompiler,     // another compiler or linker
    kToolchain,    // headers of the toolchain: the embedded ones, PTO-ISA's, the runtime's
    kFlags,
    kPrecompiled,  // what is compiled before the source, once for all
    kTime,         // the source is newer, its content the same
    kRequested,    // --recompile
    kPto,          // the unit's .pto
    kPtoas,        // another ptoas, its flags, or what it printed is not there any more
    kUnfinished,   // an earlier build noticed something and did not end
    kMetadata,     // what the build was planned from
    kTarget,       // another platform, other devices
};

// "never built", "source", ...: in files that programs read, see docs/files.md.
std::string_view CauseCode(Cause cause);

struct Reason {
    Cause cause = Cause::kNone;
    std::string text;  // for people: "'kernels/aiv/gate.cpp' changed"

    explicit operator bool() const { return cause != Cause::kNone; }
};

}  // namespace pto
