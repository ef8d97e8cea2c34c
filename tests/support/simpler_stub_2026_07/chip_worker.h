// Stands in for the runtime's worker of mid July 2026: goes before simpler_stub_2026_06/, which has the rest.
#pragma once

#include <call_config.h>
#include <host_log.h>
#include <task_args.h>

#include "stub_worker.h"

class ChipWorker : public StubWorker {
  public:
    void init(const std::string& host, const std::string& aicpu, const std::string& aicore,
              const std::string& dispatcher, int device, const CallConfig* prewarm = nullptr) {
        Start(host, aicpu, aicore, dispatcher, device, prewarm != nullptr ? " prewarm" : "");
    }
};
