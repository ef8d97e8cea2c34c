// Each call of a file system fails once, with each of several errors, in a generation, a build with a splice and a run,
// and a restore; and each of these is killed there. Then
//
//   * nothing of the user's is lost: a kernel is the one before or the one after;
//   * a failure has a line that names what failed, and the exit code of the machine's trouble;
//   * the next run, with nothing in its way, ends as if nothing had happened.
//
// Usage: faults [--every N] [--first N]: only each N-th call, from the given one on. Prints the numbers of calls.
#include <errno.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/walk/world.h"

namespace pto::walk {
namespace {

namespace fs = std::filesystem;

const std::string kNinja = PTO_BIN_DIR "/pto-ninja";
// Whose text is spliced; the result stays right.
const std::string kUnit = "floor_at";
constexpr int kErrors[] = {ENOSPC, EIO, EMFILE, EROFS, EDQUOT, 0};

struct Scenario {
    const char* name;
    void (*prepare)(World& world);
    std::vector<std::string> (*command)(const World& world);
    bool tells_exit_code;  // not through ninja, which makes one of all
};

void EditBoth(World& world) {
    world.Replay();
    world.Write("ptoas/" + kUnit + ".pto", World::PtoText(kUnit, 2));
}

void EditKernel(World& world) {
    world.Replay();
    world.Write(World::Kernel(kUnit), "// mine\n" + world.Read(World::Kernel(kUnit)));
}

const Scenario kScenarios[] = {
    {"generate", [](World&) {},
     [](const World& world) {
         return std::vector<std::string>{
             kNinja, "-q", world.Path("."), "--no-pch", "--orchestration-cxx", PTO_BIN_DIR "/walk_compiler"};
     },
     true},
    {"splice and replay", EditBoth,
     [](const World& world) {
         return std::vector<std::string>{"ninja", "-C", world.Path("."), "replay"};
     },
     false},
    {"restore", EditKernel,
     [](const World& world) {
         return std::vector<std::string>{kNinja, "restore", "--yes", world.Path(".")};
     },
     true},
};

class Campaign {
  public:
    explicit Campaign(std::string place) : place_(std::move(place)), count_(place_ + "/count") {}

    // Returns the number of failures of ours.
    int Run(const Scenario& scenario, uint64_t every, uint64_t first) {
        World world(place_ + "/world", place_ + "/cache");
        scenario.prepare(world);
        const World prepared = world;
        fs::remove_all(place_ + "/prepared");
        fs::rename(place_ + "/world", place_ + "/prepared");
        const uint64_t calls = Try(scenario, prepared, 0, 0).calls;
        World after = prepared;
        const Ending good = after.Replay();
        const std::string kernel = after.Read(World::Kernel(kUnit));
        int bad = 0;
        uint64_t tried = 0;
        for (const int error : kErrors) {
            for (uint64_t at = first; at <= calls; at += every, ++tried)
                bad += Check(scenario, prepared, at, error, good, kernel);
        }
        std::printf("%s: %llu calls, %llu faults, %d wrong\n", scenario.name, static_cast<unsigned long long>(calls),
                    static_cast<unsigned long long>(tried), bad);
        return bad;
    }

  private:
    struct Tried {
        uint64_t calls = 0;
        ProcessResult result;
    };

    Tried Try(const Scenario& scenario, const World& world, uint64_t at, int error) {
        fs::remove_all(place_ + "/world");
        ProcessOptions copy;
        copy.arguments = {"cp", "-a", place_ + "/prepared", place_ + "/world"};
        RunProcess(copy);
        std::ofstream(count_, std::ios::binary) << std::string(8, '\0');
        ProcessOptions options;
        options.arguments = scenario.command(world);
        options.environment = world.Environment(true, place_ + "/world/out.safetensors");
        const std::string settings[] = {"LD_PRELOAD=" PTO_BIN_DIR "/libfault_shim.so",
                                        "PTO_FAULT_BELOW=" + world.Path(""), "PTO_FAULT_COUNT=" + count_,
                                        "PTO_FAULT_AT=" + std::to_string(at)};
        options.environment.insert(options.environment.end(), std::begin(settings), std::end(settings));
        options.environment.push_back("PTO_FAULT_ERRNO=" + std::to_string(error));
        Tried tried;
        tried.result = RunProcess(options);
        uint64_t calls = 0;
        std::ifstream(count_, std::ios::binary).read(reinterpret_cast<char*>(&calls), sizeof calls);
        tried.calls = calls;
        return tried;
    }

    int Check(const Scenario& scenario, const World& prepared, uint64_t at, int error, const Ending& good,
              const std::string& kernel) {
        const std::string before = std::string(place_) + "/prepared/d0/" + World::Kernel(kUnit);
        const Tried tried = Try(scenario, prepared, at, error);
        const std::string said = tried.result.out + tried.result.err;
        World world = prepared;
        std::string problem;
        const std::string now = world.Read(World::Kernel(kUnit));
        if (now != kernel && now != ReadAll(before)) problem = "the kernel is neither the one before nor the one after";
        if (problem.empty() &&
            world.Read("ptoas/" + kUnit + ".pto") != ReadAll(place_ + "/prepared/d0/ptoas/" + kUnit + ".pto") &&
            std::string_view(scenario.name) != "restore") {
            problem = "the .pto changed";
        }
        if (problem.empty() && error != 0 && tried.result.exit_code != 0)
            problem = SaidProblem(scenario, tried.result, said, error);
        const Ending next = world.Replay();
        if (problem.empty() && !next.SameAs(good)) problem = "the next run ends otherwise:\n" + next.text;
        if (problem.empty()) return 0;
        std::printf("%s, call %llu, %s: %s\n%s\n", scenario.name, static_cast<unsigned long long>(at),
                    error == 0 ? "killed" : std::strerror(error), problem.c_str(), said.c_str());
        return 1;
    }

    static std::string ReadAll(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    static std::string SaidProblem(const Scenario& scenario, const ProcessResult& result, const std::string& said,
                                   int error) {
        if (scenario.tells_exit_code && result.exit_code != 3) return "exit code " + std::to_string(result.exit_code);
        if (said.find("error: ") == std::string::npos) return "no line says what failed";
        if (said.find("is a bug") != std::string::npos) return "it is called a bug";
        if (said.find(std::strerror(error)) == std::string::npos) return "the error is not named";
        return {};
    }

    std::string place_;
    std::string count_;
};

}  // namespace
}  // namespace pto::walk

int main(int argc, char** argv) {
    uint64_t every = 1;
    uint64_t first = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--every") every = std::strtoull(argv[i + 1], nullptr, 10);
        if (std::string_view(argv[i]) == "--first") first = std::strtoull(argv[i + 1], nullptr, 10);
    }
    const std::string place = std::filesystem::temp_directory_path() / ("pto-faults-" + std::to_string(getpid()));
    std::filesystem::create_directories(place);
    int bad = 0;
    for (const pto::walk::Scenario& scenario : pto::walk::kScenarios) {
        bad += pto::walk::Campaign(place).Run(scenario, every, first);
    }
    std::filesystem::remove_all(place);
    return bad == 0 ? 0 : 1;
}
