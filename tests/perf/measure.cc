#include "tests/perf/measure.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/process.h"

namespace pto::perf {

void Run(const std::vector<std::string>& command, const std::string& directory,
         const std::vector<std::string>& environment) {
    ProcessOptions options;
    options.arguments = command;
    options.directory = directory;
    options.environment = {"XDG_CACHE_HOME=/dev/null"};
    options.environment.insert(options.environment.end(), environment.begin(), environment.end());
    const ProcessResult result = RunProcess(options);
    if (result.Ok()) return;
    std::fprintf(stderr, "%s failed:\n%s%s", command[0].c_str(), result.out.c_str(), result.err.c_str());
    std::exit(1);
}

double Milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double Best(int runs, const std::function<void()>& work) {
    double best = Milliseconds(work);
    for (int i = 1; i < runs; ++i) best = std::min(best, Milliseconds(work));
    return best;
}

double Median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<double> Medians(int runs, const std::vector<std::function<void()>>& works) {
    std::vector<std::vector<double>> times(works.size());
    for (int i = 0; i < runs; ++i) {
        for (size_t j = 0; j < works.size(); ++j) times[j].push_back(Milliseconds(works[j]));
    }
    std::vector<double> medians;
    for (std::vector<double>& values : times) medians.push_back(Median(std::move(values)));
    return medians;
}

}  // namespace pto::perf
