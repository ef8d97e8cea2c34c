// Random walks over a compiled directory: what users, editors, git and accidents do to it between builds, in any order.
// After each build
//
//   * the verdict and the bytes of the outputs are those of a build from scratch of the sources as they are;
//   * a body is what ptoas makes of its .pto when that is another text than the one it was made of, and else as it was
//     (or when .pto, raw text and body were brought together, as git does);
//   * what stands around a body is as the user wrote it.
//
// Usage: walk [--walks N] [--steps N] [--seed N] [--keep]. A walk that fails is made as short as it can be and printed.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>

#include "generator/splice/splice.h"
#include "tests/walk/actions.h"

namespace pto::walk {
namespace {

using Walk = std::vector<Action>;

struct Kernels {
    std::map<std::string, std::string> texts;
    std::map<std::string, std::string> raw_texts;  // as ptoas printed them, or somebody else
};

Kernels KernelsOf(const World& world) {
    Kernels kernels;
    for (const std::string& unit : kUnits) {
        kernels.texts[unit] = world.Read(World::Kernel(unit));
        kernels.raw_texts[unit] = world.Read("ptoas/" + unit + ".cpp");
    }
    return kernels;
}

// What is wrong with the kernels after a build that was given `before`; empty: nothing.
std::string KernelProblem(World& world, const Kernels& before, bool failed) {
    for (const std::string& unit : kUnits) {
        const std::string& was = before.texts.at(unit);
        const std::string now = world.Read(World::Kernel(unit));
        const gen::KernelParts old_parts = gen::SplitKernel(was, unit);
        const gen::KernelParts parts = gen::SplitKernel(now, unit);
        if (parts.head != old_parts.head || parts.tail != old_parts.tail)
            return unit + ": the text around the body changed";
        const std::string pto = world.Read("ptoas/" + unit + ".pto");
        const std::optional<std::string> expected = world.ExpectedKernel(unit);
        std::optional<std::string>& handled = world.handled[unit];
        const bool spliced = expected && now == *expected;
        const bool kept = now == was;
        const bool possible = expected && !world.ptoas_away && !failed;
        if (!handled) {
            if (!spliced && !kept) return unit + ": the body is neither the one before nor that of the .pto";
            if (spliced || possible) handled = pto;
            // The raw text counts as spliced, and nothing tells a body that somebody has edited since from one that is
            // older than an edit of the raw text.
            world.edited_body[unit] = !spliced || before.raw_texts.at(unit) != *world.ExpectedRaw(unit);
        } else if (pto == *handled || !possible) {
            // One of several that a failing build had come to is as good as none.
            if (!kept && !(failed && spliced)) return unit + ": the body changed, the .pto had not";
            if (failed && spliced) handled = pto;
        } else {
            // The raw text came with the .pto, and a body that came with both, as git brings them, is kept.
            const bool brought = before.raw_texts.at(unit) == *world.ExpectedRaw(unit) &&
                                 (world.edited_body[unit] || world.bodies[unit] != std::string(old_parts.body));
            if (!spliced && !(brought && kept)) return unit + ": the body is not that of the edited .pto";
            handled = pto;
            if (spliced) world.edited_body[unit] = false;
        }
        if (handled == pto && (spliced || !world.bodies.contains(unit))) world.bodies[unit] = parts.body;
    }
    return {};
}

bool HasBrokenPto(const World& world) {
    return std::any_of(kUnits.begin(), kUnits.end(),
                       [&](const std::string& unit) { return !world.ExpectedKernel(unit).has_value(); });
}

std::string CheckedReplay(World& world) {
    const Kernels before = KernelsOf(world);
    const Ending ending = world.Replay();
    // A .pto that ptoas refuses fails the build where it is looked at.
    const bool may_fail = HasBrokenPto(world) && !world.ptoas_away;
    const bool failed = may_fail && ending.outputs.empty();
    if (std::string problem = KernelProblem(world, before, failed); !problem.empty())
        return problem + "\n" + ending.text;
    if (failed) return {};
    const Ending scratch = world.FromScratch();
    if (ending.SameAs(scratch)) return {};
    return "exit code " + std::to_string(ending.exit_code) + ", from scratch " + std::to_string(scratch.exit_code) +
           (ending.outputs == scratch.outputs ? "" : "; other outputs") + "\n" + ending.text + "---- from scratch\n" +
           scratch.text;
}

// What is wrong after one of the steps; empty: nothing.
std::string Go(const Walk& walk, const std::string& place) {
    World world(place + "/world", place + "/cache");
    std::string problem = CheckedReplay(world);
    for (size_t i = 0; i < walk.size() && problem.empty(); ++i) {
        const Kind& kind = Kinds()[static_cast<size_t>(walk[i].kind)];
        kind.act(world, walk[i], kUnits[static_cast<size_t>(walk[i].unit)]);
        if (kind.forgets) {
            for (const std::string& unit : kUnits) world.handled[unit].reset();
        }
        // Several may come before a build.
        if (walk[i].value != 3 || i + 1 == walk.size()) problem = CheckedReplay(world);
    }
    return problem;
}

Walk Draw(uint64_t seed, int steps) {
    std::mt19937_64 random(seed);
    const auto below = [&](size_t count) { return static_cast<int>(random() % count); };
    Walk walk;
    for (int i = 0; i < steps; ++i) {
        const int unit = below(kUnits.size());
        walk.push_back({below(Kinds().size()), unit, 1 + below(3), below(2) == 0 ? 0 : -below(100000)});
    }
    return walk;
}

// Leaves out what the failure does not need.
Walk Shortest(Walk walk, const std::string& place) {
    for (size_t i = walk.size(); i-- > 0;) {
        Walk without = walk;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (!Go(without, place).empty()) walk = without;
    }
    return walk;
}

int Report(uint64_t seed, const Walk& walk, const std::string& place) {
    const Walk shortest = Shortest(walk, place);
    std::printf("walk with seed %llu fails:\n", static_cast<unsigned long long>(seed));
    for (const Action& action : shortest) std::printf("  %s\n", Describe(action).c_str());
    std::printf("%s\nthe directory is kept in %s/world\n", Go(shortest, place).c_str(), place.c_str());
    return 1;
}

}  // namespace
}  // namespace pto::walk

int main(int argc, char** argv) {
    long walks = 100;
    long steps = 12;
    unsigned long long seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view flag = argv[i];
        if (flag == "--walks") walks = std::atol(argv[i + 1]);
        if (flag == "--steps") steps = std::atol(argv[i + 1]);
        if (flag == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    const std::string place = std::filesystem::temp_directory_path() / ("pto-walk-" + std::to_string(getpid()));
    for (long i = 0; i < walks; ++i) {
        const uint64_t own = seed * 1000003 + static_cast<uint64_t>(i);
        const pto::walk::Walk walk = pto::walk::Draw(own, static_cast<int>(steps));
        if (!pto::walk::Go(walk, place).empty()) return pto::walk::Report(own, walk, place);
        if ((i + 1) % 100 == 0) std::printf("%ld walks\n", i + 1), std::fflush(stdout);
    }
    std::filesystem::remove_all(place);
    std::printf("%ld walks of %ld steps, seed %llu: no disagreement\n", walks, steps, seed);
    return 0;
}
