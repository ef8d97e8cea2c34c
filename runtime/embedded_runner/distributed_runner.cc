#include "runtime/embedded_runner/distributed_runner.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <utility>

#include "base/error.h"
#include "runtime/distributed/plan_run.h"
#include "runtime/distributed/rank_board.h"
#include "runtime/embedded/activity.h"
#include "runtime/embedded_runner/dispatch_probes.h"
#include "runtime/embedded_runner/embedded_runner.h"
#include "runtime/embedded_runner/plan_memory.h"

namespace pto::run {
namespace {

using Clock = std::chrono::steady_clock;
using Programs = std::map<std::string, std::shared_ptr<const embedded::Program>>;

Programs LoadPrograms(const Manifest& manifest, const Plan& plan) {
    Programs programs;
    for (const Dispatch& dispatch : plan.dispatches) {
        if (programs.count(dispatch.program) > 0) continue;
        programs[dispatch.program] = embedded::Program::Load(FilesOf(manifest, ProgramOf(manifest, plan, dispatch)));
    }
    return programs;
}

class DistributedRunner : public Runner {
  public:
    DistributedRunner(const Manifest& manifest, Plan plan, Programs programs, const RunnerOptions& options,
                      std::string remedy)
        : manifest_(manifest),
          plan_(std::move(plan)),
          programs_(std::move(programs)),
          memory_(plan_),
          options_(options),
          remedy_(std::move(remedy)),
          dispatch_us_(plan_.dispatches.size()),
          engines_(plan_.device_ids.size()),
          changed_floats_(plan_.device_ids.size()) {}

    void Place(const std::vector<Argument>& arguments) override {
        CheckPlanArguments(plan_, arguments, remedy_);
        memory_.Fill(arguments);
    }
    void Reset(const std::vector<Argument>& arguments) override { memory_.Refill(arguments); }
    std::vector<size_t> FindChangedInputs(const std::vector<Argument>& arguments) override {
        return memory_.FindChangedInputs(arguments);
    }
    void Fetch(std::vector<Argument>& arguments) override { memory_.Fetch(arguments); }

    std::vector<std::string> Notes() const override {
        std::set<std::string> all;
        for (const std::set<std::string>& rank : changed_floats_) all.insert(rank.begin(), rank.end());
        return FloatNotes(all);
    }

    std::vector<DispatchRun> Dispatches() const override {
        std::vector<DispatchRun> runs;
        for (size_t i = 0; i < plan_.dispatches.size(); ++i) {
            runs.push_back({plan_.dispatches[i].rank, plan_.dispatches[i].program, dispatch_us_[i]});
        }
        return runs;
    }

    void Execute() override {
        RankBoard board(plan_.dispatches.size());
        DispatchProbes probes(options_.diagnostics, manifest_, plan_);
        const embedded::ActivityScope activity(embedded::Phase::kRunning, "the program");
        const Clock::time_point start = Clock::now();
        std::vector<std::thread> ranks;
        for (size_t rank = 0; rank < engines_.size(); ++rank) {
            ranks.emplace_back([this, rank, start, &board, &probes] { RunRank(rank, start, board, probes); });
        }
        for (std::thread& rank : ranks) rank.join();
        RealFileSystem files;
        const auto engine_of = [this](const Dispatch& dispatch) -> const embedded::Engine& {
            return EngineOf(dispatch.rank, dispatch.program);
        };
        probes.Write(files, engine_of, board.Failure().has_value());
        if (const std::optional<Error> failure = board.Failure()) throw Error(*failure);
    }

  private:
    // Each rank has its own: an engine runs one thing at a time.
    embedded::Engine& EngineOf(size_t rank, const std::string& program) {
        std::unique_ptr<embedded::Engine>& engine = engines_[rank][program];
        if (engine == nullptr) {
            engine = std::make_unique<embedded::Engine>(programs_.at(program), memory_.memory(), WorkersPerRank());
        }
        return *engine;
    }

    int WorkersPerRank() const {
        const int all = options_.workers > 0 ? options_.workers : static_cast<int>(std::thread::hardware_concurrency());
        return std::max(1, all / static_cast<int>(engines_.size()));
    }

    void RunRank(size_t rank, Clock::time_point start, RankBoard& board, DispatchProbes& probes) {
        for (size_t i = 0; i < plan_.dispatches.size(); ++i) {
            const Dispatch& dispatch = plan_.dispatches[i];
            if (dispatch.rank != rank) continue;
            if (!board.WaitFor(dispatch.depends_on)) return;
            try {
                embedded::RunOptions options = OptionsOf(dispatch, start, board);
                options.observer = probes.Start(i);
                embedded::Engine& engine = EngineOf(rank, dispatch.program);
                const Clock::time_point begin = Clock::now();
                changed_floats_[rank].merge(engine.Run(memory_.ArgumentsOf(dispatch), options).changed_floats);
                dispatch_us_[i] = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
                probes.Done(i);
                board.Done(i);
            } catch (const embedded::RunCancelled&) {
                return;
            } catch (const embedded::TimeLimitError& error) {
                board.Fail(i, NameDispatch(plan_, dispatch, error), true);
                return;
            } catch (const Error& error) {
                board.Fail(i, NameDispatch(plan_, dispatch, error), false);
                return;
            }
        }
    }

    embedded::RunOptions OptionsOf(const Dispatch& dispatch, Clock::time_point start, const RankBoard& board) const {
        embedded::RunOptions result = EngineOptions(options_);
        result.cancel = &board.stop();
        result.title = DispatchTitle(plan_, dispatch);
        if (options_.timeout_seconds > 0) {
            // The limit is one for the whole run; a dispatch that starts late has what is left.
            const auto left = result.time_limit - (Clock::now() - start);
            result.time_limit = std::max<std::chrono::nanoseconds>(left, std::chrono::milliseconds(1));
        }
        if (options_.on_hang) {
            result.on_hang = [this, &dispatch](const Error& error) {
                options_.on_hang(NameDispatch(plan_, dispatch, error));
            };
        }
        return result;
    }

    const Manifest& manifest_;
    Plan plan_;
    Programs programs_;
    PlanMemory memory_;
    RunnerOptions options_;
    std::string remedy_;
    std::vector<double> dispatch_us_;  // of the last run; each is written by its rank's thread
    std::vector<std::map<std::string, std::unique_ptr<embedded::Engine>>> engines_;  // by rank and program
    std::vector<std::set<std::string>> changed_floats_;                              // by rank, whose thread writes it
};

}  // namespace

std::unique_ptr<Runner> CreateDistributedRunner(const Manifest& manifest, const Entry& entry,
                                                const RunnerOptions& options) {
    Plan plan = PlanOf(manifest, entry);
    Programs programs = LoadPrograms(manifest, plan);
    return std::make_unique<DistributedRunner>(manifest, std::move(plan), std::move(programs), options,
                                               RerecordPlan(manifest));
}

}  // namespace pto::run
