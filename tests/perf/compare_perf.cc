// How often `ninja compare` is right: on the same code, and on a kernel whose loop is a fifth longer. Counts, not
// times: they mean something on a busy machine too. Usage: perf_compare [TRIALS]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "base/json.h"
#include "tests/perf/measure.h"

namespace {

using pto::perf::Run;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";
constexpr int kIterations = 200'000;

std::string ReadText(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// The example with a loop that does nothing but take time, in every round the same.
void WriteKernel(const std::string& directory, int iterations) {
    std::string text = ReadText(std::string(PTO_SOURCE_DIR) + "/examples/scale_shift/kernels/aiv/scale_shift.cpp");
    const std::string place = "    TMULS(tile, tile, 2.0f);\n";
    const size_t at = text.find(place);
    text.insert(at, "    for (volatile int i = 0; i < " + std::to_string(iterations) + "; i = i + 1) {\n    }\n");
    std::ofstream(directory + "/kernels/aiv/scale_shift.cpp") << text;
}

// A directory whose code as compiled has the loop.
std::string Prepare(const std::string& space, const std::string& name) {
    const std::string directory = space + "/" + name;
    std::filesystem::copy(std::string(PTO_SOURCE_DIR) + "/examples/scale_shift", directory,
                          std::filesystem::copy_options::recursive);
    WriteKernel(directory, kIterations);
    Run({kNinja, "-q", directory});
    Run({"ninja", "-C", directory, "replay"});
    return directory;
}

void Trials(const std::string& directory, int count, const std::string& expected) {
    std::map<std::string, int> verdicts;
    for (int i = 0; i < count; ++i) {
        Run({"ninja", "-C", directory, "compare"});
        const pto::Json run = pto::Json::parse(ReadText(directory + "/.pto-ninja/last_run.json"));
        ++verdicts[run["entries"][0]["comparison"]["verdict"].get<std::string>()];
    }
    std::printf("  %d of %d \"%s\"", verdicts[expected], count, expected.c_str());
    for (const auto& [verdict, times] : verdicts) {
        if (verdict != expected && times > 0) std::printf(", %d \"%s\"", times, verdict.c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const int trials = argc > 1 ? std::atoi(argv[1]) : 100;
    const std::string space = (std::filesystem::temp_directory_path() / "pto_perf_compare").string();
    std::filesystem::remove_all(space);
    std::filesystem::create_directories(space);
    std::printf("the same code:\n");
    Trials(Prepare(space, "same"), trials, "no difference seen");
    std::printf("a kernel with a loop of 1.2 times the iterations:\n");
    const std::string slower = Prepare(space, "slower");
    WriteKernel(slower, kIterations * 6 / 5);
    Trials(slower, trials, "slower");
    std::filesystem::remove_all(space);
    return 0;
}
