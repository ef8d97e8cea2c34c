// Stands in for the runtime's worker of mid June 2026: who makes it has loaded the libraries, and it tells times.
#pragma once

#include <call_config.h>
#include <host_log.h>
#include <task_args.h>

#include "stub_worker.h"

struct RunTiming {
    uint64_t host_ns = 0;
};

class ChipWorker : public StubWorker {
  public:
    void init(const std::string& host, const std::string& aicpu, const std::string& aicore,
              const std::string& dispatcher, int device) {
        Start(host, aicpu, aicore, dispatcher, device, "");
    }
    void prepare_callable(int32_t id, const void* callable) { StubWorker::register_callable(id, callable); }
    RunTiming run(int32_t id, const ChipStorageTaskArgs* args, const CallConfig& config) {
        StubWorker::run(id, args, config);
        return {};
    }

  private:
    using StubWorker::register_callable;
};
