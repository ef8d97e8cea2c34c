// What to do about metadata that cannot be read: said in the same words everywhere.
#pragma once

namespace pto::gen {

inline constexpr char kRecompile[] = "recompile the program with ir.compile()";

}  // namespace pto::gen
