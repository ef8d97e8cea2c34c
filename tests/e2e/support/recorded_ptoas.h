// The recorded ptoas of the reference data: answers for known .pto texts what the real one answered.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/support/workspace.h"

namespace pto::test {

std::string RecordedPtoasRoot();

// Path of the .pto text recorded under `name`, "<directory>__<unit>__<what>"; fails the test when there is none.
std::string RecordedPto(const std::string& name);

// Environment with PTOAS_ROOT set to it and every call logged into `log`.
Environment WithRecordedPtoas(const std::string& log);

// Number of times ptoas was asked to assemble something, by that log.
size_t PtoasCalls(const std::string& log);

// Everything below `directory` that is the user's: path -> content. Our own files and caches are left out.
std::map<std::string, std::string> UserFiles(const std::string& directory);

}  // namespace pto::test
