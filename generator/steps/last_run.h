// What the last run found is about what it ran. A build that sees something else says so, whether or not a run follows:
// a compile that fails must not leave "passed" behind.
#pragma once

#include <string>

#include "base/file_system.h"

namespace pto::gen {

// `what` has changed since, in words. Does nothing where nothing has run, or where the file says so already.
void OutdateLastRun(FileSystem& files, const std::string& path, const std::string& what);

}  // namespace pto::gen
