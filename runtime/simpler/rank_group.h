// The processes of the ranks, as their parent sees them: starts them, gives orders, and makes one error of whatever
// goes wrong in any of them.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "runtime/simpler/rank_exchange.h"
#include "runtime/simpler/rank_log.h"
#include "runtime/simpler/rank_process.h"

namespace pto::run {

class RankGroup {
  public:
    // Forks; returns when all ranks have their device. What `task` refers to outlives this.
    explicit RankGroup(const RankTask& task);
    // Lets the ranks end, or ends them.
    ~RankGroup();
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    // Returns when all ranks have done it. Throws a toolchain Error that names rank, program and line when one fails,
    // dies or is not done within the options' time limit; the ranks are gone then.
    void Order(RankOrder order);

  private:
    void Fork(size_t rank);
    void Await();
    // Also finds out which processes have ended.
    struct Trouble {
        size_t rank;
        RankExchange::Failure failure;
    };
    std::optional<Trouble> FindTrouble();
    std::optional<RankExchange::Failure> DeathOf(size_t rank, bool others_failed) const;
    Error Overdue() const;
    // With the log of a rank that is gone.
    Error Named(const Trouble& trouble) const;
    bool Ended();
    // Gives the ranks a little time to end, then kills them. Abandon also tells them to.
    void End();
    void Abandon();

    const RankTask& task_;
    RankLog log_;
    std::vector<pid_t> processes_;  // 0: has ended
    std::vector<int> statuses_;     // of those, as waitpid gives them
};

}  // namespace pto::run
