// Stands in for the runtime's worker of 2026-09: goes before simpler_stub/, which has what did not change.
#pragma once

#include <call_config.h>
#include <host_log.h>
#include <runtime_c_api.h>
#include <task_args.h>

#include "stub_worker.h"

class ChipWorker : public StubWorker {
  public:
    void init(const std::string& host, const std::string& aicpu, const std::string& aicore,
              const std::string& dispatcher, int device, const CallConfig* prewarm = nullptr, bool enable_sdma = false,
              const std::string& sim_context = "", const std::string& sdma_warmup = "") {
        Start(host, aicpu, aicore, dispatcher, device,
              std::string(prewarm != nullptr ? " prewarm" : "") + (enable_sdma ? " with" : " without") + " sdma '" +
                  sim_context + "' '" + sdma_warmup + "'");
    }
};
