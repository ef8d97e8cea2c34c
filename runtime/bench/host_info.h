// The machine that timings were taken on.
#pragma once

#include <string>
#include <vector>

namespace pto::run {

struct HostInfo {
    std::string name;
    std::string system;                  // "Linux 6.1.0 x86_64"
    std::string cpu;                     // model name; empty where the system does not tell
    int cpus = 0;                        // that this process may use
    std::vector<double> load_average;    // of 1, 5 and 15 minutes
    std::vector<std::string> governors;  // of the processors' frequency, sorted, each once; none: it does not tell
};

HostInfo ReadHostInfo();

}  // namespace pto::run
