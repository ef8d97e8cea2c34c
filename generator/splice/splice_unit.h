// The splice of one unit: decides by content what is to be done and does it as one transaction.
//
// What is asked, in this order, of P (the .pto), R (ptoas/<unit>.cpp as it lies there) and the state S:
//
//   P is what S handled, R is what S spliced    nothing, whatever ptoas has become in a unit never assembled here
//   ... and the ptoas or its flags are not      ptoas; the same text: nothing more. Another one: spliced into the
//   those of S                                  kernels that still have the old body; hand-edited ones are kept
//   P is another text                           ptoas; the same text as R: nothing more (a comment was edited), but a
//                                               kernel that is still as S knew it, with an R that is not that of S,
//                                               gets its body: its splice elsewhere had failed. Another text: spliced,
//                                               whatever the body was; header and wrapper stay
//   P is what S handled, R is not what S        R is not older than P: R is taken as spliced. Else ptoas, whose text
//   spliced: PyPTO, git, a copy or a killed     takes the place of R and goes into the kernels that have the body of
//   transaction has changed it                  R; hand-edited ones are kept. If it prints R, as above
//   ... and the kernels are as S knew them      nothing: somebody edits R, which reaches no kernel (raw_edit.h)
//   no S                                        seeded from disk first (unit_state.h), then as above
//
// The ptoas of a unit that was never assembled here is taken to be the one in use: a first run, or a lost state, runs
// ptoas for no unedited .pto. If ptoas must run and is not there, or is switched off, the unit stays pending: one line
// says so.
//
// The transaction. Until the first rename nothing on disk has changed; killed anywhere, the next run ends in the same
// state:
//
//   step name          what                                        killed after it, the next run
//   assembled          ptoas has printed into a scratch file       runs ptoas again
//   planned            all new texts are known                     as above
//   before-intent      S, and the bodies that come next; only if    as above
//   after-intent       there are any                               runs ptoas, whatever P has become; what it was about
//                                                                  to write counts as nobody's edit
//   before-kernel-N    N = 1, 2, ...: those whose text changes     as above
//   after-kernel-N     kernels/<core>/<f>.cpp is renamed in place  runs ptoas, finds these right and does the others
//   before-raw         ptoas/<unit>.cpp, byte for byte; if it is   as above
//   after-raw          the same text, only to make it newer than   runs ptoas, finds R right, takes it as spliced: a
//                      the .pto, by which PyPTO goes               kernel that was edited meanwhile is kept
//   before-state       .pto-ninja/state/<program>/<unit>.json      as above
//   after-state                                                    writes the stamp
//   before-stamp       the stamp, if kernels were rewritten (now   as above
//   after-stamp        or by a killed run) or it is missing        does nothing
//
// ptoas runs without the lock; then the lock is taken, and if P, R, S or a kernel changed meanwhile everything is asked
// again. A kernel that the program has and that is not there is an error, since it would be taken for done.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "contract/cause.h"
#include "generator/splice/unit_state.h"

namespace pto::gen {

struct UnitJob {
    FileSystem* files = nullptr;
    UnitPaths paths;
    std::string unavailable;  // why ptoas cannot run, one line; empty: it can
    // Called only when ptoas can run.
    std::function<std::string()> identity;
    std::function<std::vector<std::string>(std::string_view pto_text)> flags;
    std::function<std::string(const std::vector<std::string>& flags)> assemble;  // what ptoas writes; throws
    std::function<std::vector<std::string>()> listed;  // kernels of the program (SpliceRequest); may be empty
    std::function<std::shared_ptr<void>()> lock;       // held until the last copy is gone
    std::function<void(const std::string& line)> print;
    std::function<void(std::string_view step)> on_step;  // for tests; may be empty
};

enum class UnitAction {
    kNothing,
    kPending,    // ptoas is needed and cannot run
    kAssembled,  // ptoas ran and gave what was there
    kAdopted,    // a raw text made elsewhere is taken as spliced
    kSpliced,
};

struct UnitResult {
    UnitAction action = UnitAction::kNothing;
    Reason reason;                       // to assemble it
    std::vector<std::string> rewritten;  // kernels, relative to the root
    std::vector<std::string> kept;       // hand-edited kernels that were not overwritten
};

// Throws Error with nothing changed on disk: ptoas failed, sentinels, signature, or files that never rest.
UnitResult SpliceUnit(const UnitJob& job);

}  // namespace pto::gen
