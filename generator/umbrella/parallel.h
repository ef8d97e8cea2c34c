// The same work for many directories, in child processes: the work changes the current directory, and one that crashes
// takes no other with it.
#pragma once

#include <cstddef>
#include <functional>

namespace pto::gen {

// Calls work(i) for each i below `count` in `children` processes and returns the largest of the answers; a child that
// died counts as 3. What each call wrote on stdout and stderr appears whole, in the order of i.
int InParallel(size_t count, size_t children, const std::function<int(size_t)>& work);

}  // namespace pto::gen
