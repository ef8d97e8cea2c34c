// Small distributed builds for tests of the recorder: host_orch.py as emitters lay it out, and the records around it.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::test {

// `body` is the entry's, from line kBodyLine on, `allocate` that of _alloc_intermediates; each line is indented here.
inline constexpr int kBodyLine = 10;
std::string HostOrchestration(const std::string& body, const std::string& allocate = "pass");

// x (In) and y (Out), both fp32 [2, 4, 8], then `more`; programs 'chip' with signature IN, OUT, and 'free' without one.
gen::BuildDirectory HostDirectory(std::vector<gen::Param> more = {}, std::vector<int64_t> device_ids = {0, 1});

}  // namespace pto::test
