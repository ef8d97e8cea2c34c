// Running commands and taking times, for the programs that print figures.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pto::perf {

// Ends the program with what the command printed when it fails.
void Run(const std::vector<std::string>& command, const std::string& directory = {},
         const std::vector<std::string>& environment = {});

double Milliseconds(const std::function<void()>& work);

// The least of several runs: noise only adds.
double Best(int runs, const std::function<void()>& work);

double Median(std::vector<double> values);

// Medians of several runs of each, one after the other in turn, so that what else the machine does hits all alike.
std::vector<double> Medians(int runs, const std::vector<std::function<void()>>& works);

}  // namespace pto::perf
