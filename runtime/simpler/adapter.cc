// The adapter: the only source of ours that sees headers of the runtime. It is not part of pto-replay; a Ninja edge
// compiles it on the user's machine, against the user's SIMPLER_ROOT and together with the runtime's own worker
// sources (adapter_sources.h). C++17, and nothing else of ours but the headers beside it.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "adapter_api.h"
#include "call_config.h"
#include "callable.h"
#include "chip_worker.h"
#include "host_log.h"
#include "task_args.h"
// After what it checks.
#include "adapter_drift.h"
// After what they use.
#include "adapter_tensor.h"
#include "adapter_worker.h"

namespace {

using namespace pto_features;

thread_local std::string last_error_text;

// What the runtime has said is on stderr afterwards. A second is more than its messages take.
template <typename Logger>
void FinishMessages(Logger& logger) {
    if constexpr (kLogIsQueued) (void)logger.flush(1000);
}

// The interface has no exceptions: runs `body` and keeps the text of what it throws.
template <typename Body>
int Guarded(const Body& body) {
    try {
        body();
        return 0;
    } catch (const std::exception& error) {
        last_error_text = error.what();
    } catch (...) {
        last_error_text = "an exception of unknown type";
    }
    FinishMessages(HostLogger::get_instance());
    return -1;
}

std::vector<ArgDirection> Directions(const int32_t* signature, uint32_t count) {
    std::vector<ArgDirection> directions;
    for (uint32_t i = 0; i < count; ++i) directions.push_back(static_cast<ArgDirection>(signature[i]));
    return directions;
}

template <typename Direction>
std::vector<uint8_t> MakeKernelOf(const std::vector<Direction>& directions, const PtoSimplerKernel& kernel) {
    const auto count = static_cast<int32_t>(directions.size());
    if constexpr (kKernelsArePlain) {
        return make_callable<CORE_MAX_TENSOR_ARGS>(directions.data(), count, kernel.binary, kernel.binary_bytes);
    } else {
        // A signature has all arguments, in their order.
        std::vector<uint32_t> positions(directions.size());
        std::iota(positions.begin(), positions.end(), 0U);
        return make_callable<CORE_MAX_TENSOR_ARGS>(directions.data(), positions.data(), count, kernel.binary,
                                                   kernel.binary_bytes);
    }
}

std::vector<uint8_t> MakeKernel(const PtoSimplerKernel& kernel) {
    return MakeKernelOf(Directions(kernel.signature, kernel.signature_count), kernel);
}

// The capacity is a template argument of the runtime's that has no name there.
template <typename Child, int MaxSignature, int MaxChildren>
std::vector<uint8_t> MakeCallableLike(const Callable<Child, MaxSignature, MaxChildren>*,
                                      const PtoSimplerCallable& callable) {
    std::vector<int32_t> ids;
    std::vector<std::vector<uint8_t>> kernels;
    for (uint32_t i = 0; i < callable.kernel_count; ++i) {
        ids.push_back(callable.kernels[i].func_id);
        kernels.push_back(MakeKernel(callable.kernels[i]));
    }
    const std::vector<ArgDirection> directions = Directions(callable.signature, callable.signature_count);
    const auto make = [&](auto... counts) {
        return make_callable<Child, MaxSignature, MaxChildren>(
            directions.data(), counts..., callable.entry, callable.binary, callable.binary_bytes, ids.data(),
            kernels.data(), static_cast<int32_t>(kernels.size()), "");
    };
    const auto count = static_cast<int32_t>(directions.size());
    if constexpr (kCallablesCountScalars) {
        const auto scalars = std::count(directions.begin(), directions.end(), ArgDirection::SCALAR);
        return make(count, static_cast<int32_t>(scalars));
    } else {
        return make(count);
    }
}

CallConfig MakeConfig(const PtoSimplerRun& run) {
    CallConfig config;
    pto_worker::FillNumbers(config, run);
    const size_t length = std::strlen(run.output_prefix);
    if (length >= sizeof config.output_prefix) {
        throw std::length_error("the directory for diagnostics has " + std::to_string(length) +
                                " characters, at most " + std::to_string(sizeof config.output_prefix - 1) +
                                " are possible");
    }
    std::memcpy(config.output_prefix, run.output_prefix, length + 1);
    return config;
}

}  // namespace

struct PtoSimplerSession {
    ChipWorker worker;
};

namespace {

const char* LastError() {
    return last_error_text.c_str();
}

PtoSimplerSession* Open(const PtoSimplerOpenOptions* options) {
    auto session = std::make_unique<PtoSimplerSession>();
    const int status = Guarded([&] {
        pto_worker::SetLogLevel<HostLogger, simpler::log::LogLevel>(HostLogger::get_instance(), options->log_threshold);
        pto_worker::Init<ChipWorker, CallConfig>(session->worker, *options);
    });
    return status == 0 ? session.release() : nullptr;
}

void Close(PtoSimplerSession* session) {
    (void)Guarded([&] { session->worker.finalize(); });
    (void)Guarded([&] { delete session; });
    FinishMessages(HostLogger::get_instance());
}

int AddCallable(PtoSimplerSession* session, int32_t id, const PtoSimplerCallable* callable) {
    return Guarded([&] {
        const std::vector<uint8_t> bytes = MakeCallableLike(static_cast<const ChipCallable*>(nullptr), *callable);
        pto_worker::Register(session->worker, id, bytes.data());
    });
}

int Run(PtoSimplerSession* session, const PtoSimplerRun* run) {
    return Guarded([&] {
        // 40 KB: not on a stack of unknown size.
        const auto arguments = std::make_unique<ChipStorageTaskArgs>();
        for (uint32_t i = 0; i < run->tensor_count; ++i) {
            arguments->add_tensor(pto_tensor::Make<ProgramTensor, DataType>(run->tensors[i]));
        }
        for (uint32_t i = 0; i < run->scalar_count; ++i) arguments->add_scalar(run->scalars[i]);
        (void)session->worker.run(run->callable_id, static_cast<const ChipStorageTaskArgs*>(arguments.get()),
                                  MakeConfig(*run));
    });
}

int DeviceMalloc(PtoSimplerSession* session, uint64_t bytes, uint64_t* address) {
    return Guarded([&] { *address = session->worker.malloc(bytes); });
}

int DeviceFree(PtoSimplerSession* session, uint64_t address) {
    return Guarded([&] { session->worker.free(address); });
}

int CopyToDevice(PtoSimplerSession* session, uint64_t address, const void* from, uint64_t bytes) {
    return Guarded([&] { session->worker.copy_to(address, reinterpret_cast<uintptr_t>(from), bytes); });
}

int CopyFromDevice(PtoSimplerSession* session, void* to, uint64_t address, uint64_t bytes) {
    return Guarded([&] { session->worker.copy_from(reinterpret_cast<uintptr_t>(to), address, bytes); });
}

int CommInit(PtoSimplerSession* session, int32_t rank, int32_t rank_count, const char* rootinfo_path,
             uint64_t* communicator) {
    return Guarded([&] { *communicator = session->worker.comm_init(rank, rank_count, rootinfo_path); });
}

int CommAllocate(PtoSimplerSession* session, uint64_t communicator, const PtoSimplerDomain* domain, uint64_t* context,
                 uint64_t* window) {
    return Guarded([&] {
        const std::vector<uint32_t> ranks(domain->ranks, domain->ranks + domain->rank_count);
        std::tie(*context, *window) = session->worker.comm_alloc_domain_windows(communicator, domain->id, ranks,
                                                                                domain->position, domain->window_bytes);
    });
}

int CommRelease(PtoSimplerSession* session, uint64_t communicator, const PtoSimplerDomain* domain) {
    return Guarded([&] {
        session->worker.comm_release_domain_windows(communicator, domain->id, domain->rank_count, domain->position);
    });
}

int CommDestroy(PtoSimplerSession* session, uint64_t communicator) {
    return Guarded([&] { session->worker.comm_destroy(communicator); });
}

constexpr PtoSimplerAdapter kAdapter = {
    PTO_SIMPLER_VERSION, PTO_WRITTEN_FOR, LastError,    Open,           Close,    AddCallable,  Run,
    DeviceMalloc,        DeviceFree,      CopyToDevice, CopyFromDevice, CommInit, CommAllocate, CommRelease,
    CommDestroy,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const PtoSimplerAdapter* pto_simpler_adapter() {
    return &kAdapter;
}
