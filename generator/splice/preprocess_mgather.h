// Undoes ptoas' lowering of MGATHER operands to raw pointers: PTO-ISA's MGATHER takes tiles and global tensors. Pure.
#pragma once

#include <string>

namespace pto::gen {

// An alias is a line that defines a pointer and nothing else:
//     __ubuf__ T* a = w.data();     (or __cbuf__)
//     __gm__ T* a = (__gm__ T*) w;
// Where the first MGATHER(dst, table, idx[, scratch]) of a line uses aliases, each defined on an earlier line and named
// nowhere but in its definition and in the call before the next definition of the same name, the call gets the names
// behind them and the alias lines go. A scratch that is no alias anywhere stays; in all other cases the call is left
// alone.
std::string RestoreMgatherOperands(const std::string& text);

}  // namespace pto::gen
