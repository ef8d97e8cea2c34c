#include "runtime/simpler/rank_process.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/json.h"
#include "runtime/core/scoped_environment.h"
#include "runtime/distributed/plan_run.h"
#include "runtime/simpler/plan_arguments.h"
#include "runtime/simpler/simpler_session.h"

namespace pto::run {
namespace {

// One dispatch, ready to run.
struct RankStep {
    size_t dispatch;
    const Program* program;
    DispatchArguments arguments;
    std::string directory;  // of its diagnostics; empty: none
    PtoSimplerRun run;
};

class RankWorker {
  public:
    RankWorker(const RankTask& task, size_t rank) : task_(task), rank_(rank) {
        FindPrograms();
        OpenSession();
        JoinDomains();
        PrepareSteps();
    }

    // Windows start each run as they were allocated.
    void Reset() {
        for (const auto& [domain, window] : windows_) {
            const std::vector<uint8_t> zeros(task_.plan.domains[domain].window_bytes);
            session_->CopyIn(window.address, zeros.data(), zeros.size());
        }
    }

    // False when the run has to stop.
    bool Run() {
        for (RankStep& step : steps_) {
            if (!task_.exchange.WaitFor(task_.plan.dispatches[step.dispatch].depends_on)) return false;
            task_.exchange.Begin(rank_, static_cast<int>(step.dispatch));
            RunStep(step);
            task_.exchange.Finish(rank_, step.dispatch);
        }
        return true;
    }

    void Quit() {
        if (!task_.plan.domains.empty()) session_->LeaveRanks();
    }

  private:
    void FindPrograms() {
        for (const Dispatch& dispatch : task_.plan.dispatches) {
            if (dispatch.rank != rank_ || programs_.count(dispatch.program) > 0) continue;
            programs_.emplace(dispatch.program, &ProgramOf(task_.manifest, task_.plan, dispatch));
        }
    }

    // All ranks open one, also those that run nothing: a communicator has all of them.
    void OpenSession() {
        const Program& first = programs_.empty() ? task_.manifest.programs.front() : *programs_.begin()->second;
        SimplerSession::Options options{first.config.runtime, static_cast<int>(task_.plan.device_ids[rank_]), false,
                                        task_.options.log_level, task_.options.names};
        for (const auto& [name, program] : programs_) {
            options.enable_sdma = options.enable_sdma || program->config.enable_sdma;
            if (program->config.runtime == first.config.runtime) continue;
            throw Error(ErrorKind::kInput, "runs '" + first.name + "' of runtime '" + first.config.runtime + "' and '" +
                                               name + "' of '" + program->config.runtime +
                                               "', a device can have one runtime only");
        }
        const ScopedEnvironment environment(first.runtime_env);
        session_ = std::make_unique<SimplerSession>(task_.manifest, options);
        int id = 0;
        for (const auto& [name, program] : programs_) session_->AddProgram(id++, *program);
    }

    void JoinDomains() {
        const Plan& plan = task_.plan;
        if (plan.domains.empty()) return;
        session_->JoinRanks(static_cast<int>(rank_), static_cast<int>(plan.device_ids.size()), task_.meeting_place);
        domain_ranks_.resize(plan.domains.size());
        for (size_t i = 0; i < plan.domains.size(); ++i) {
            const std::vector<size_t>& members = plan.domains[i].ranks;
            const auto self = std::find(members.begin(), members.end(), rank_);
            if (self == members.end()) continue;
            domain_ranks_[i].assign(members.begin(), members.end());
            PtoSimplerDomain domain{};
            domain.id = i + 1;
            domain.ranks = domain_ranks_[i].data();
            domain.rank_count = static_cast<uint32_t>(members.size());
            domain.window_bytes = plan.domains[i].window_bytes;
            domain.position = static_cast<uint32_t>(self - members.begin());
            windows_[i] = session_->JoinDomain(domain);
        }
    }

    void PrepareSteps() {
        const RankMemory memory{task_.storages, [&](size_t domain) { return windows_.at(domain); }};
        const Diagnostics& diagnostics = task_.options.diagnostics;
        for (size_t i = 0; i < task_.plan.dispatches.size(); ++i) {
            const Dispatch& dispatch = task_.plan.dispatches[i];
            if (dispatch.rank != rank_) continue;
            const auto program = programs_.find(dispatch.program);
            task_.exchange.Begin(rank_, static_cast<int>(i));  // failures name it
            std::string directory;
            if (diagnostics.Any()) directory = MakeDispatchDirectory(dispatch);
            steps_.push_back({i, program->second, {task_.plan, dispatch, memory}, directory, {}});
            RankStep& step = steps_.back();
            step.run = MakeSimplerRun(ThreadsOf(*program->second), program->second->config.block_dim, diagnostics);
            step.run.callable_id = static_cast<int32_t>(std::distance(programs_.begin(), program));
        }
        task_.exchange.Begin(rank_, RankExchange::kNoDispatch);
    }

    // The distributed configuration's setting is for all programs.
    int64_t ThreadsOf(const Program& program) const {
        const std::optional<Distributed>& distributed = task_.manifest.distributed;
        const int64_t common = distributed ? distributed->aicpu_thread_num : 0;
        return common != 0 ? common : program.config.aicpu_thread_num;
    }

    std::string MakeDispatchDirectory(const Dispatch& dispatch) {
        const std::string directory = DispatchDirectory(task_.options.diagnostics.directory, rank_, steps_.size());
        MakeDirectories(directory);
        RealFileSystem().Write(directory + "/dispatch_program.json", Json{{"program", dispatch.program}}.dump());
        return directory;
    }

    void RunStep(RankStep& step) {
        const ScopedEnvironment environment(step.program->runtime_env);
        step.arguments.Gather();
        PtoSimplerRun run = step.run;
        run.tensors = step.arguments.tensors().data();
        run.tensor_count = static_cast<uint32_t>(step.arguments.tensors().size());
        run.scalars = step.arguments.scalars().data();
        run.scalar_count = static_cast<uint32_t>(step.arguments.scalars().size());
        run.output_prefix = step.directory.c_str();
        session_->Run(run);
        step.arguments.Scatter();
    }

    const RankTask& task_;
    size_t rank_;
    std::map<std::string, const Program*> programs_;  // a program's id is its place here
    std::unique_ptr<SimplerSession> session_;
    std::map<size_t, SimplerSession::Window> windows_;  // by domain
    std::vector<std::vector<uint32_t>> domain_ranks_;
    std::vector<RankStep> steps_;
};

void FollowOrders(const RankTask& task, size_t rank) {
    RankWorker worker(task, rank);
    for (;;) {
        task.exchange.Complete(rank);
        const RankOrder order = task.exchange.Next(rank);
        if (order == RankOrder::kReset) worker.Reset();
        if (order == RankOrder::kRun && !worker.Run()) return;
        if (order == RankOrder::kQuit) return worker.Quit();
        if (order == RankOrder::kAbandon) return;
    }
}

}  // namespace

std::string DispatchDirectory(const std::string& directory, size_t rank, size_t number) {
    return directory + "/rank" + std::to_string(rank) + "/d" + std::to_string(number);
}

void RunRank(const RankTask& task, size_t rank) {
    try {
        FollowOrders(task, rank);
    } catch (const Error& error) {
        task.exchange.Fail(rank, error);
    } catch (const std::exception& error) {
        task.exchange.Fail(rank, Error(ErrorKind::kToolchain, error.what()));
    }
}

}  // namespace pto::run
