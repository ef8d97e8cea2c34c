#include "runtime/bench/progress.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace pto::run {
namespace {

constexpr int64_t kQuietNs = 1'000'000'000;
constexpr int64_t kIntervalNs = 200'000'000;
constexpr std::string_view kWipe = "\r\x1b[K";

}  // namespace

std::string ProgressText(const BenchmarkPlan& plan, const RoundsDone& done, double seconds) {
    if (done.warmup < plan.warmup) return fmt::format("warm-up {} of {}", done.warmup + 1, plan.warmup);
    if (done.rounds >= plan.rounds) {
        return fmt::format("round {}, {:.1f} of {} s", done.rounds + 1, done.measured_seconds, plan.min_time_seconds);
    }
    std::string text = fmt::format("round {} of {}", done.rounds + 1, plan.rounds);
    if (plan.min_time_seconds > 0 || done.rounds == 0) return text;
    const double left = seconds / done.rounds * (plan.rounds - done.rounds);
    return text + fmt::format(", about {:.0f} s left", std::ceil(left));
}

Progress::Progress(const BenchmarkPlan& plan, Clock& clock, std::function<void(std::string_view text)> write)
    : plan_(plan), clock_(clock), write_(std::move(write)), start_ns_(clock.NowNs()), next_ns_(start_ns_ + kQuietNs) {}

Progress::~Progress() {
    if (shown_) write_(kWipe);
}

void Progress::Show(const RoundsDone& done) {
    if (!write_) return;
    const int64_t now = clock_.NowNs();
    if (done.warmup == plan_.warmup && !first_round_ns_) first_round_ns_ = now;
    if (now < next_ns_) return;
    next_ns_ = now + kIntervalNs;
    const double seconds = static_cast<double>(now - first_round_ns_.value_or(now)) / 1e9;
    write_(std::string(kWipe) + ProgressText(plan_, done, seconds));
    shown_ = true;
}

}  // namespace pto::run
