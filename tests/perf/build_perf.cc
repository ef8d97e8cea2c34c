// What the build costs, as ratios within one run: generation against its size, a build with nothing to do against the
// bare run, one edited kernel against its compile alone. Usage: perf_build [KERNELS-TO-COMPILE]
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "tests/perf/measure.h"
#include "tests/perf/synthetic.h"

namespace {

using pto::perf::Best;
using pto::perf::Milliseconds;
using pto::perf::Run;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";
const std::string kReplay = std::string(PTO_BIN_DIR) + "/pto-replay";

long PeakKilobytes(const std::vector<std::string>& command) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> words;
        for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
        execv(words[0], words.data());
        _exit(127);
    }
    rusage usage{};
    wait4(child, nullptr, 0, &usage);
    return usage.ru_maxrss;
}

void Generation(const std::string& space) {
    std::printf("generation, one directory (first time; again with nothing changed)\n");
    double one = 0;
    for (const int kernels : {1, 100, 1000, 10000}) {
        const std::string directory = space + "/generate_" + std::to_string(kernels);
        pto::perf::WriteSyntheticDirectory(directory, kernels);
        const double first = Milliseconds([&] { Run({kNinja, "-q", directory}); });
        const double again = Best(5, [&] { Run({kNinja, "-q", directory}); });
        if (kernels == 1) one = again;
        std::printf("  %5d kernels  %8.1f ms  %8.1f ms  %6.1f x one kernel  %6ld KiB\n", kernels, first, again,
                    again / one, PeakKilobytes({kNinja, "-q", directory}));
    }
    std::vector<std::string> command = {kNinja, "-q"};
    for (int i = 0; i < 100; ++i) {
        command.push_back(space + "/tree/d" + std::to_string(i));
        pto::perf::WriteSyntheticDirectory(command.back(), 100);
    }
    const double tree = Milliseconds([&] { Run(command); });
    std::printf("  100 directories x 100 kernels, first time: %.0f ms\n", tree);
}

// Why the sources as first seen are kept in one file: what the same texts cost in one, and in a file each.
void Keeping(const std::string& space) {
    constexpr int kKernels = 400;
    constexpr int kRuns = 5;
    const std::string directory = space + "/keep";
    pto::perf::WriteSyntheticDirectory(directory, kKernels);
    const double generation = Best(kRuns, [&] {
        std::filesystem::remove_all(directory + "/.pto-ninja");
        Run({kNinja, "-q", directory});
    });
    pto::RealFileSystem files;
    const std::string text = files.Read(pto::perf::KernelFile(directory, 0));
    std::string all;
    for (int i = 0; i < kKernels; ++i) all += text;
    int run = 0;
    const double one = Best(kRuns, [&] { files.Write(space + "/one_" + std::to_string(++run), all); });
    const double each = Best(kRuns, [&] {
        const std::string folder = space + "/each_" + std::to_string(++run) + "/";
        for (int i = 0; i < kKernels; ++i) files.Write(folder + std::to_string(i), text);
    });
    std::printf("  %d sources kept in one file %.2f, in a file each %.2f of the first generation\n", kKernels,
                one / generation, each / generation);
}

// A large build_output/ where a process may have few files open.
void LargeTree(const std::string& space) {
    constexpr int kDirectories = 2000;
    constexpr int kKernels = 4;
    const std::string one = space + "/one";
    pto::perf::WriteSyntheticDirectory(one, kKernels);
    const std::string root = space + "/many";
    for (int i = 0; i < kDirectories; ++i) {
        pto::perf::WriteSyntheticDirectory(root + "/d" + std::to_string(i), kKernels);
    }
    const double single = Milliseconds([&] { Run({kNinja, "-q", one}); });
    const std::vector<std::string> command = {"/bin/sh", "-c", "ulimit -n 256; exec \"$0\" -q \"$1\"", kNinja, root};
    const double all = Milliseconds([&] { Run(command); });
    std::printf(
        "  %d directories x %d kernels, 256 open files, first time: %.0f ms, %.2f of as many calls; again %ld KiB\n",
        kDirectories, kKernels, all, all / (single * kDirectories), PeakKilobytes(command));
}

void Edit(const std::string& space, int kernels) {
    const std::string directory = space + "/edit";
    pto::perf::WriteSyntheticDirectory(directory, kernels);
    Run({kNinja, "-q", directory});
    const double cold = Milliseconds([&] { Run({"ninja", "-C", directory, "kernels"}); });
    const double bare = Best(10, [&] { Run({kReplay, directory, "--no-build"}); });
    const double nothing = Best(10, [&] { Run({"ninja", "-C", directory, "replay"}); });
    std::printf("%d kernels\n  cold build %.0f ms, %.2f s a kernel\n  bare run %.1f ms\n", kernels, cold,
                cold / 1000 / kernels, bare);
    std::printf("  nothing changed: ninja replay %.1f ms, %.1f ms more than the bare run\n", nothing, nothing - bare);
    int edits = 0;
    const double edited = Best(3, [&] {
        std::ofstream(pto::perf::KernelFile(directory, 0), std::ios::app) << "// edit " << ++edits << "\n";
        Run({"ninja", "-C", directory, "replay"});
    });
    const double compile = Best(3, [&] {
        Run({"sh", "-c",
             "$(ninja -t commands kernels | grep step_0.cpp | head -1 | sed 's/.* -- //') -o /dev/null " +
                 pto::perf::KernelFile(directory, 0)},
            directory);
    });
    std::printf(
        "  one kernel edited: %.0f ms to the result; that compile alone %.0f ms; ratio to compile + bare run %.2f\n",
        edited, compile, edited / (compile + bare));
}

// With the embedded headers, or PTO-ISA's where PTO_ISA_ROOT is set.
void ColdBuild(const std::string& space, int kernels) {
    std::vector<double> times;
    for (const char* flag : {"--pch", "--no-pch"}) {
        const std::string directory = space + "/cold" + flag;
        pto::perf::WriteSyntheticDirectory(directory, kernels);
        Run({kNinja, "-q", flag, directory});
        times.push_back(Milliseconds([&] { Run({"ninja", "-C", directory, "kernels"}); }));
    }
    std::printf("cold build of %d kernels, precompiled headers on %.0f ms, off %.0f ms, ratio %.2f\n", kernels,
                times[0], times[1], times[0] / times[1]);
}

}  // namespace

int main(int argc, char** argv) {
    const int kernels = argc > 1 ? std::atoi(argv[1]) : 40;
    std::string space = std::filesystem::temp_directory_path() / "pto-perf-XXXXXX";
    if (mkdtemp(space.data()) == nullptr) return 1;
    Generation(space);
    Keeping(space);
    LargeTree(space);
    Edit(space, kernels);
    ColdBuild(space, kernels);
    std::filesystem::remove_all(space);
    return 0;
}
