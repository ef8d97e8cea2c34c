// The C functions behind the orchestration's table. Each finds the session of its thread; those that may throw first
// look whether the run has failed meanwhile.
#include "runtime/embedded/orchestration.h"

namespace pto::embedded {
namespace {

thread_local Session* current_session = nullptr;

// A program that calls the runtime from a thread of its own has no session there.
Session& AnySession() {
    if (current_session != nullptr) return *current_session;
    throw Error(ErrorKind::kToolchain, "the orchestration calls the runtime from another thread than its own");
}

Session& LiveSession() {
    Session& session = AnySession();
    if (session.run().failures.any() || session.run().Stopped()) throw RunStopped{};
    return session;
}

void AllocTensors(const pto_ninja::TensorRequest* requests, uint32_t count, const char* names,
                  pto_ninja::TaskResult* result) {
    LiveSession().AllocTensors(requests, count, names, result);
}

void SubmitTask(const pto_ninja::TaskRequest* request, pto_ninja::TaskResult* result) {
    LiveSession().SubmitTask(*request, result);
}

void ScopeBegin(uint32_t manual, const char* file, int32_t line) {
    LiveSession().BeginScope(manual != 0, file, line);
}

// Called from a destructor, possibly while an exception is on its way.
void ScopeEnd() {
    if (current_session != nullptr) current_session->EndScope();
}

uint64_t GetTensorData(const pto_ninja::TensorDescriptor* tensor, uint32_t ndims, const uint32_t* indices) {
    return LiveSession().GetTensorData(*tensor, ndims, indices);
}

void SetTensorData(const pto_ninja::TensorDescriptor* tensor, uint32_t ndims, const uint32_t* indices, uint64_t value) {
    LiveSession().SetTensorData(*tensor, ndims, indices, value);
}

uint32_t IsFatal() {
    return AnySession().run().failures.any() ? 1 : 0;
}

void ReportFatal(int32_t code, const char* function, const char* message) {
    AnySession().ReportFatal(code, function, message);
}

int32_t ClusterCount() {
    return AnySession().run().program->platform().clusters;
}

int32_t VectorCoreCount() {
    const PlatformInfo& platform = AnySession().run().program->platform();
    return platform.clusters * platform.lanes;
}

uint32_t LogEnabled(int32_t level) {
    return current_session != nullptr && current_session->log() && level >= current_session->log_level() ? 1 : 0;
}

void Log(int32_t level, const char* function, const char* message) {
    if (LogEnabled(level) != 0) current_session->log()(level, function, message);
}

constexpr pto_ninja::OrchestrationServices kServices = {
    pto_ninja::kOrchestrationAbiVersion,
    &AllocTensors,
    &SubmitTask,
    &ScopeBegin,
    &ScopeEnd,
    &GetTensorData,
    &SetTensorData,
    &IsFatal,
    &ReportFatal,
    &ClusterCount,
    &VectorCoreCount,
    &LogEnabled,
    &Log,
};

}  // namespace

const pto_ninja::OrchestrationServices& OrchestrationServiceTable() {
    return kServices;
}

void Session::RunOnThisThread(const std::function<void()>& body) {
    struct Restore {
        Session* previous;
        ~Restore() { current_session = previous; }
    } const restore{current_session};
    current_session = this;
    body();
}

}  // namespace pto::embedded
