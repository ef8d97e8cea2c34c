// What the runtime's worker, its configuration and its log are called and want, in each form that they have had. Part
// of adapter.cc; templates, since each names what only some revisions have.
#ifndef PTO_SIMPLER_ADAPTER_WORKER_H
#define PTO_SIMPLER_ADAPTER_WORKER_H

#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "adapter_api.h"
#include "adapter_features.h"

namespace pto_worker {

using namespace pto_features;

// Levels of a log that has ten steps of information, from 15 on.
struct LogSteps {
    int level;
    int step;
};
inline LogSteps StepsOf(int threshold) {
    if (threshold < 15) return {0, 0};
    if (threshold < 25) return {1, threshold - 15};
    if (threshold < 40) return {2, 0};
    return {threshold < 60 ? 3 : 4, 0};
}

template <typename Logger, typename Level>
void SetLogLevel(Logger& logger, int threshold) {
    if constexpr (kLogHasSteps) {
        const LogSteps steps = StepsOf(threshold);
        logger.set_level(static_cast<Level>(steps.level));
        logger.set_info_v(steps.step);
    } else {
        logger.set_level(static_cast<Level>(threshold));
    }
}

// For everybody: the runtime's own libraries look there for what they do not have.
inline void* LoadForAll(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library != nullptr) return library;
    const char* reason = dlerror();
    throw std::runtime_error(reason != nullptr ? reason : std::string(path) + ": cannot be loaded");
}

// The log that the libraries of the runtime share; it has a level of its own.
inline void LoadLog(const char* path, int threshold) {
    void* start = dlsym(LoadForAll(path), "simpler_log_init");
    if (start == nullptr) throw std::runtime_error(std::string(path) + ": has no simpler_log_init");
    if constexpr (kLogHasSteps) {
        const LogSteps steps = StepsOf(threshold);
        (void)reinterpret_cast<int (*)(int, int)>(start)(steps.level, steps.step);
    } else {
        (void)reinterpret_cast<int (*)(int)>(start)(threshold);
    }
}

template <typename Worker, typename Config>
void Init(Worker& worker, const PtoSimplerOpenOptions& options) {
    const PtoSimplerLibraries& libraries = options.libraries;
    const auto start = [&](const auto&... last) {
        worker.init(libraries.host_runtime, libraries.aicpu_kernel, libraries.aicore_kernel, last...);
    };
    // What the runtime builds once per device is built here and not inside the first run. Its sizes come from the
    // environment, as in a run.
    const Config config;
    const Config* prewarm = &config;
    const bool wants_sdma = options.enable_sdma != 0;
    const uint32_t mask = wants_sdma ? 1 : 0;  // that of asynchronous copies
    if (kCallerLoadsLibraries) {
        if (*libraries.log != '\0') LoadLog(libraries.log, options.log_threshold);
        if (*libraries.sim_context != '\0') (void)LoadForAll(libraries.sim_context);
    }
    if constexpr (kInitTakesFlag) {
        start(libraries.dispatcher, options.device_id, prewarm, wants_sdma, libraries.sim_context,
              libraries.sdma_warmup);
    } else if constexpr (kInitTakesWarmup) {
        start(libraries.dispatcher, options.device_id, prewarm, mask, libraries.sim_context, libraries.sdma_warmup);
    } else if constexpr (kInitTakesContext) {
        start(libraries.dispatcher, options.device_id, prewarm, mask, libraries.sim_context);
    } else if constexpr (kInitTakesMask) {
        start(libraries.dispatcher, options.device_id, prewarm, mask);
    } else {
        // A kernel that needs a workspace is not compiled against so old a runtime's headers.
        if constexpr (kInitTakesPrewarm) start(libraries.dispatcher, options.device_id, prewarm);
        if constexpr (kInitTakesDispatcher) start(libraries.dispatcher, options.device_id);
        if constexpr (kInitTakesDevice) start(options.device_id);
    }
}

template <typename Worker>
void Register(Worker& worker, int32_t id, const void* callable) {
    if constexpr (Has_register_callable<Worker>::value) {
        worker.register_callable(id, callable);
    } else {
        worker.prepare_callable(id, callable);
    }
}

// Everything of a run's configuration but the directory.
template <typename Config>
void FillNumbers(Config& config, const PtoSimplerRun& run) {
    // 0 is the runtime's default, which has not always been 0 there.
    if (run.aicpu_thread_num != 0) config.aicpu_thread_num = run.aicpu_thread_num;
    if constexpr (Has_block_dim<Config>::value) {
        if (run.block_dim != 0) config.block_dim = run.block_dim;
    }
    if constexpr (Has_enable_chip_swimlane<Config>::value) {
        config.enable_chip_swimlane = run.swimlane_level;
    } else {
        config.enable_l2_swimlane = run.swimlane_level;
    }
    if constexpr (Has_enable_dump_args<Config>::value) {
        config.enable_dump_args = run.dump_args;
    } else {
        config.enable_dump_tensor = run.dump_args;
    }
    config.enable_pmu = run.pmu;
    config.enable_dep_gen = run.dep_gen;
    if constexpr (Has_enable_scope_stats<Config>::value) {
        config.enable_scope_stats = run.scope_stats;
    } else if (run.scope_stats != 0) {
        throw std::invalid_argument("statistics of scopes are of a later runtime than this one");
    }
}

}  // namespace pto_worker

#endif
