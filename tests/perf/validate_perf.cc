// What judging an output costs, against reading it: bytes a second of Compare over those of a sum over the same two
// tensors. Usage: perf_validate [MIB-OF-EACH-TENSOR]
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

#include "base/dtype.h"
#include "runtime/judge/compare.h"
#include "tests/perf/measure.h"

namespace {

// Reads as fast as the machine can with one load after the other in each of `threads` parts.
double SumOf(const std::vector<uint64_t>& words, int threads) {
    std::vector<uint64_t> sums(static_cast<size_t>(threads));
    std::vector<std::thread> parts;
    for (size_t part = 0; part < sums.size(); ++part) {
        parts.emplace_back([&, part] {
            const auto begin = words.begin() + static_cast<std::ptrdiff_t>(part * words.size() / sums.size());
            const auto end = words.begin() + static_cast<std::ptrdiff_t>((part + 1) * words.size() / sums.size());
            sums[part] = std::accumulate(begin, end, uint64_t{0});
        });
    }
    for (std::thread& part : parts) part.join();
    return static_cast<double>(std::accumulate(sums.begin(), sums.end(), uint64_t{0}));
}

}  // namespace

int main(int argc, char** argv) {
    const size_t mebibytes = argc > 1 ? static_cast<size_t>(std::atoi(argv[1])) : 256;
    const size_t count = mebibytes * (1U << 20) / sizeof(float);
    std::vector<float> actual(count);
    for (size_t i = 0; i < count; ++i) actual[i] = static_cast<float>(i % 1000) * 0.25F;
    const std::vector<float> expected = actual;
    const std::vector<uint64_t> words(count, 1);  // as many bytes as both tensors
    const pto::DType* fp32 = pto::FindDType("fp32");
    const double gibibytes = 2.0 * static_cast<double>(mebibytes) / 1024;
    for (const int threads : {1, 2}) {
        double kept = 0;
        bool passed = true;
        const std::vector<double> times = pto::perf::Medians(
            5, {[&] { kept += SumOf(words, threads); },
                [&] {
                    passed = passed && pto::run::Compare({fp32, actual.data()}, {fp32, expected.data()},
                                                         static_cast<int64_t>(count), {}, threads)
                                           .Passed();
                }});
        std::printf("%d thread%s: reading %.2f GiB/s, comparing %.2f GiB/s: %.2f of it%s\n", threads,
                    threads == 1 ? "" : "s", gibibytes / times[0] * 1000, gibibytes / times[1] * 1000,
                    times[0] / times[1], passed && kept > 0 ? "" : " (WRONG RESULT)");
    }
    return 0;
}
