// What a failed system call means for a user: whose trouble it is, and what helps.
#pragma once

#include <string>
#include <system_error>

#include "base/error.h"

namespace pto {

// kToolchain where the machine has run out of something, or a device fails, whichever file it was: the user's files are
// as they have to be. kInput for all else (not there, not permitted, no directory).
PTO_NINJA_API ErrorKind KindOf(int error_number);

// What to do about it, with the figures of this moment where they help; empty for what only the caller can know. `path`
// is the file.
PTO_NINJA_API std::string RemedyOf(int error_number, const std::string& path);

// A failure inside the C++ library as one line: of a file, of the current directory (which has no name when it was
// removed), of a thread.
PTO_NINJA_API Error ErrorOfLibrary(const std::system_error& failure);

}  // namespace pto
