// The same work for many directories, in threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace pto::gen {

struct DirectoryAnswer {
    int exit_code = 0;
    std::string out;  // for stdout
    std::string err;  // for stderr
};

void PrintAnswer(const DirectoryAnswer& answer);

// Calls work(i) for each i below `count` in at most `threads` threads and returns the exit codes; what a call has to
// say is printed in the order of i, as soon as those before it have ended. `work` must not throw. SIGINT, SIGTERM and
// SIGHUP take effect as soon as the calls that have begun have ended.
std::vector<int> InParallel(size_t count, size_t threads, const std::function<DirectoryAnswer(size_t)>& work);

}  // namespace pto::gen
