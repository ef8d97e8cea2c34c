#include "runtime/bench/side_by_side.h"

#include <algorithm>
#include <span>

#include "runtime/bench/timed_program.h"

namespace pto::run {
namespace {

constexpr int kMostGroups = 20;
constexpr int kWarmupOfLaterGroups = 2;

class Group {
  public:
    Group(const Loader& compiled, const Loader& edited, bool compiled_first, const std::vector<Argument>& arguments,
          Clock& clock)
        : arguments_(arguments), clock_(clock) {
        if (compiled_first) compiled_ = compiled();
        edited_ = edited();
        if (!compiled_first) compiled_ = compiled();
    }

    // Microseconds of the code as compiled and of the edited code.
    std::pair<double, double> Pair(bool compiled_first) {
        double compiled = compiled_first ? TimeOne(*compiled_) : 0;
        const double edited = TimeOne(*edited_);
        if (!compiled_first) compiled = TimeOne(*compiled_);
        return {compiled, edited};
    }

    void LookAt(const LookAtLast& look) { look(*compiled_, *edited_); }

  private:
    double TimeOne(Runner& runner) {
        ResetRound(runner, arguments_, rounds_ / 2);
        ++rounds_;
        const int64_t start = clock_.NowNs();
        runner.Execute();
        return static_cast<double>(clock_.NowNs() - start) / 1000.0;
    }

    const std::vector<Argument>& arguments_;
    Clock& clock_;
    std::unique_ptr<Runner> compiled_;
    std::unique_ptr<Runner> edited_;
    int rounds_ = 0;  // of both
};

void Finish(const BenchmarkPlan& plan, BenchmarkResult& result) {
    result.plan = plan;
    result.statistics = Summarize(result.samples_us);
    result.warnings = TimingWarnings(result.samples_us, result.statistics);
}

// plan.rounds more of both, in up to kMostGroups loadings; the first loading of all is warmed up as long as the plan
// says.
void AddGroups(const BenchmarkPlan& plan, const Loader& compiled, const Loader& edited,
               const std::vector<Argument>& arguments, Clock& clock, const LookAtLast& look, SideBySide& result) {
    std::vector<double>& before = result.compiled.samples_us;
    std::vector<double>& after = result.edited.samples_us;
    const size_t first = before.size();
    const int groups = std::clamp(plan.rounds, 1, kMostGroups);
    for (int group = 0; group < groups; ++group) {
        const size_t start = before.size();
        const int rounds = plan.rounds * (group + 1) / groups - static_cast<int>(start - first);
        const int warmup = start == 0 ? plan.warmup : std::min(plan.warmup, kWarmupOfLaterGroups);
        Group builds(compiled, edited, group % 2 == 0, arguments, clock);
        for (int round = -warmup; round < rounds; ++round) {
            const auto [compiled_us, edited_us] = builds.Pair((round + group) % 2 == 0);
            if (round < 0) continue;
            before.push_back(compiled_us);
            after.push_back(edited_us);
        }
        result.ratios.push_back(
            LeastRatio(std::span<const double>(before).subspan(start), std::span<const double>(after).subspan(start)));
        if (look && group + 1 == groups) builds.LookAt(look);
    }
}

}  // namespace

SideBySide RunSideBySide(const BenchmarkPlan& plan, const Loader& compiled, const Loader& edited,
                         const std::vector<Argument>& arguments, Clock& clock, const LookAtLast& look) {
    SideBySide result;
    for (int number = 0; number < kMostLooks; ++number) {
        AddGroups(plan, compiled, edited, arguments, clock, look, result);
        result.difference = CompareRatios(result.ratios);
        if (!result.difference.IsUndecided()) break;
    }
    Finish(plan, result.compiled);
    Finish(plan, result.edited);
    if (result.difference.IsUndecided()) {
        result.edited.warnings.emplace_back(
            "the interval is wide, a difference within it went unseen: more --rounds, or a quieter machine, tell more");
    }
    return result;
}

}  // namespace pto::run
