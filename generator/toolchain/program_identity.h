// Which file a program's name stands for, and that it is still the same one.
#pragma once

#include <cstdint>
#include <string>

namespace pto::gen {

// Changes when another program would run under this name: the file it resolves to, that file's size and time, and for a
// script or a launcher such as ccache, which can stand for anything, what it says of its version. Such a one that says
// nothing cannot be identified: the answer then differs every time, so that nothing stale is kept.
std::string ProgramIdentity(const std::string& program, int64_t now_ns);

}  // namespace pto::gen
