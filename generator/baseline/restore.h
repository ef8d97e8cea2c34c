// Puts sources back as they were first seen, after keeping what they replace in .pto-ninja/replaced/<time>/.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/baseline/baseline.h"

namespace pto::gen {

struct Restored {
    std::vector<std::string> paths;  // that differed
    std::string kept_in;             // folder of what was replaced; empty: only deleted files came back
};

// To be called with PyPTO's lock held. What is on disk now decides, not what was shown before somebody was asked.
//
//   step name           what                                          killed after it
//   kept                all that will be replaced is in `kept_in`,    nothing has changed
//                       and on the disk
//   before-restore-N    N = 1, 2, ...: a .pto, then its raw text,     each file is old or new; the next build may
//   after-restore-N     then all other files, each by one rename      assemble a .pto once, the next restore does the
//                                                                     rest
//   before-units        the states of units whose sources are all     as above
//                       as first seen: ptoas has nothing to do
//
// A source that is a link becomes a file: what the link points to stays as it is. Throws an input Error when a file is
// changed by somebody else meanwhile; it is then left alone, and so are those that would follow.
Restored RestoreFiles(FileSystem& files, const std::string& root, const Baseline& baseline,
                      const std::vector<std::string>& paths, std::time_t now);

// A raw text that is put back without its edited .pto would make the build believe that the edit was spliced. Throws a
// usage Error when `changes` holds such a text; `all` are the changes of the whole directory.
void CheckRawTexts(const std::vector<FileChange>& changes, const std::vector<FileChange>& all);

}  // namespace pto::gen
