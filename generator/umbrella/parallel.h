// The same work for many directories, in child processes: the work changes the current directory, and one that crashes
// takes no other with it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace pto::gen {

// Calls work(i) for each i below `count` in at most `children` processes and returns the answers; that of a call whose
// process died is 3. What each call wrote on stdout and stderr appears whole, in the order of i. Takes two descriptors
// a process, however many calls there are. Throws an Error when the machine gives no process at all.
std::vector<int> InParallel(size_t count, size_t children, const std::function<int(size_t)>& work);

}  // namespace pto::gen
