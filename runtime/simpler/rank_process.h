// What the process of one rank does: opens its device, joins the others, and does what the parent orders.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "runtime/core/runner.h"
#include "runtime/distributed/plan.h"
#include "runtime/simpler/rank_exchange.h"

namespace pto::run {

struct RankTask {
    const Manifest& manifest;
    const Plan& plan;
    const RunnerOptions& options;
    RankExchange& exchange;
    std::span<uint8_t* const> storages;  // shared with the other ranks
    std::string meeting_place;           // path of a file through which the ranks of a communicator find each other
};

// Until the parent orders to quit. Failures go to the exchange.
void RunRank(const RankTask& task, size_t rank);

// Where the diagnostics of a rank's dispatch go, the `number`-th of that rank.
std::string DispatchDirectory(const std::string& directory, size_t rank, size_t number);

}  // namespace pto::run
