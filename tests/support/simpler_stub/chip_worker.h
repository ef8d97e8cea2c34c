// Stands in for the runtime's worker.
#pragma once

#include <call_config.h>
#include <host_log.h>
#include <task_args.h>

#include "stub_worker.h"

class ChipWorker : public StubWorker {
  public:
    void init(const std::string& host, const std::string& aicpu, const std::string& aicore,
              const std::string& dispatcher, int device, const CallConfig* prewarm = nullptr, uint32_t workspaces = 0,
              const std::string& sim_context = "", const std::string& sdma_warmup = "") {
        Start(host, aicpu, aicore, dispatcher, device,
              (prewarm != nullptr ? " prewarm workspaces " : " workspaces ") + std::to_string(workspaces) + " '" +
                  sim_context + "' '" + sdma_warmup + "'");
    }
};
