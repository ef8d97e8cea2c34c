// What a splice costs per byte, beside reading and copying the same bytes; and what a build costs in which nothing has
// changed, beside its targets. Usage: perf_splice [KERNELS...]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/splice/preprocess.h"
#include "generator/splice/splice.h"
#include "tests/perf/measure.h"
#include "tests/perf/synthetic.h"

namespace {

using pto::RealFileSystem;
using pto::TensorName;
using pto::gen::KernelParts;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";
const std::string kReplay = std::string(PTO_BIN_DIR) + "/pto-replay";
const std::string kCompiler = std::string(PTO_BIN_DIR) + "/perf_copying_compiler";
constexpr int kRuns = 15;

// Whatever is computed is used here, so that no compiler leaves it out.
volatile size_t g_used = 0;

void Use(size_t size) {
    g_used = g_used + size;
}

struct Measured {
    const char* what;
    std::function<void()> work;
};

void Throughput(const char* title, const std::string& raw, const std::string& space) {
    RealFileSystem files;
    const std::string file = space + "/body.cpp";
    files.Write(file, raw);
    const std::string kernel = "#include \"tensor.h\"\n" + std::string(pto::kBodyBegin) + "\n" + raw + "\n" +
                               std::string(pto::kBodyEnd) + "\nvoid kernel_entry(ChipTensor* t) { step(t); }\n";
    std::string copy(raw.size(), ' ');
    const Measured measured[] = {
        {"memcpy",
         [&] { std::memcpy(copy.data(), raw.data(), raw.size()), Use(static_cast<unsigned char>(copy.back())); }},
        {"read the file", [&] { Use(files.Read(file).size()); }},
        {"preprocess", [&] { Use(pto::gen::PreprocessRaw(raw, TensorName::kChipTensor).size()); }},
        {"names of its functions", [&] { Use(pto::gen::FindFunctions(raw).size()); }},
        {"split, preprocess, splice",
         [&] {
             const KernelParts parts = pto::gen::SplitKernel(kernel, "k.cpp");
             Use(SpliceBody(parts, BodyFor(parts, "step", raw, "k.cpp")).size());
         }},
    };
    std::vector<std::function<void()>> works;
    for (const Measured& one : measured) works.push_back(one.work);
    const std::vector<double> times = pto::perf::Medians(kRuns, works);
    std::printf("%s, %.1f MB\n", title, static_cast<double>(raw.size()) / 1e6);
    for (size_t i = 0; i < times.size(); ++i) {
        std::printf("  %-26s %8.2f ms  %8.0f MB/s  %6.1f x reading\n", measured[i].what, times[i],
                    static_cast<double>(raw.size()) / times[i] / 1e3, times[i] / times[1]);
    }
}

// What nothing costs: a scan, ninja on top of the run, both against the target for so many kernels.
void NothingChanged(int kernels, const std::string& space) {
    const std::string directory = space + "/nothing_" + std::to_string(kernels);
    pto::perf::WriteSyntheticDirectory(directory, kernels);
    const std::vector<std::string> environment = {"PTO_SIM_CXX=" + kCompiler, "PTO_PERF_MADE=" + space + "/made"};
    pto::perf::Run({kNinja, "-q", directory}, {}, environment);
    pto::perf::Run({"ninja", "-C", directory, "replay"}, {}, environment);
    // What was written in the last two seconds is read again by every scan.
    pto::perf::Run({"sleep", "3"});
    pto::perf::Run({"ninja", "-C", directory, "replay"}, {}, environment);
    const std::vector<double> times =
        pto::perf::Medians(kRuns, {[&] {
                                       pto::perf::Run({kNinja, "--version"}, directory, environment);
                                   },
                                   [&] {
                                       pto::perf::Run({kNinja, "scan"}, directory, environment);
                                   },
                                   [&] {
                                       pto::perf::Run({"ninja", "-C", directory, "kernels"}, {}, environment);
                                   },
                                   [&] {
                                       pto::perf::Run({kReplay, directory, "--no-build"}, {}, environment);
                                   },
                                   [&] {
                                       pto::perf::Run({"ninja", "-C", directory, "replay"}, {}, environment);
                                   }});
    const double target = kernels <= 10 ? 20 : kernels >= 400 ? 60 : 20 + (kernels - 10) * 40.0 / 390;
    std::printf("  %5d  %10.1f  %8.1f  %14.1f  %8.1f  %12.1f  %10.1f  %6.0f\n", kernels, times[0], times[1], times[2],
                times[3], times[4], times[4] - times[3], target);
}

}  // namespace

int main(int argc, char** argv) {
    std::string space = std::filesystem::temp_directory_path() / "pto-perf-XXXXXX";
    if (mkdtemp(space.data()) == nullptr) return 1;
    std::printf("splice of one body (medians of %d)\n", kRuns);
    Throughput("a body as ptoas prints it", pto::perf::SyntheticBody(4'000'000, pto::perf::Gathers::kNone), space);
    Throughput("with gathers to restore", pto::perf::SyntheticBody(4'000'000, pto::perf::Gathers::kMany), space);
    std::printf(
        "\nnothing changed, ms (medians of %d)\n"
        "  kernels  --version      scan   ninja kernels   bare run  ninja replay  minus run  target\n",
        kRuns);
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty()) sizes = {10, 100, 400};
    for (const int kernels : sizes) NothingChanged(kernels, space);
    std::filesystem::remove_all(space);
    return 0;
}
