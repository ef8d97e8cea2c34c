#include "runtime/embedded/engine.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/float_control.h"
#include "base/text.h"
#include "runtime/embedded/fault_guard.h"
#include "tensors/tensor.h"

namespace pto::embedded {
namespace {

using Clock = std::chrono::steady_clock;

// How long after the time limit the orchestration may take to call the runtime and be stopped.
constexpr std::chrono::seconds kHangGrace{2};

constexpr char kTimeRemedy[] =
    "look for a wait that nobody answers or a loop that does not end; raise the time limit if it only needs longer";

std::string Seconds(std::chrono::nanoseconds time) {
    std::string text = std::to_string(std::chrono::duration<double>(time).count());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " s";
}

pto_ninja::TensorDescriptor ToDescriptor(const TensorArgument& argument) {
    const auto refuse = [&](const std::string& what) -> Error {
        return Error(ErrorKind::kInput, "argument '" + argument.name + "' " + what,
                     "change the parameter in the program and recompile it with ir.compile()");
    };
    if (argument.dtype == nullptr || argument.dtype->runtime_code < 0) {
        throw refuse("has the type " +
                     (argument.dtype == nullptr ? "none" : "'" + std::string(argument.dtype->name) + "'") +
                     ", expected one that the runtime has");
    }
    const size_t rank = argument.shape.size();
    const bool valid_strides = argument.strides.empty() || argument.strides.size() == rank;
    if (rank > pto_ninja::kMaxTensorDims || !valid_strides)
        throw refuse("has the shape " + ShapeText(argument.shape) + ", expected at most 5 dimensions");
    pto_ninja::TensorDescriptor tensor{};
    tensor.address = reinterpret_cast<uint64_t>(argument.data);
    tensor.owner_task_id = pto_ninja::kInvalidTaskId;
    tensor.dtype = static_cast<uint8_t>(argument.dtype->runtime_code);
    tensor.ndims = std::max<uint32_t>(1, static_cast<uint32_t>(rank));
    tensor.shapes[0] = tensor.strides[0] = 1;
    uint64_t dense = 1;
    bool empty = false;
    tensor.extent = 1;
    tensor.is_contiguous = 1;
    for (size_t i = rank; i-- > 0;) {
        const int64_t stride = argument.strides.empty() ? static_cast<int64_t>(dense) : argument.strides[i];
        if (argument.shape[i] < 0 || argument.shape[i] > UINT32_MAX || stride < 0 || stride > UINT32_MAX) {
            throw refuse("has the shape " + ShapeText(argument.shape) +
                         ", expected dimensions and strides of 0 to 2^32 - 1");
        }
        tensor.shapes[i] = static_cast<uint32_t>(argument.shape[i]);
        tensor.strides[i] = static_cast<uint32_t>(stride);
        if (static_cast<uint64_t>(stride) != dense && argument.shape[i] != 1) tensor.is_contiguous = 0;
        empty = empty || argument.shape[i] == 0;
        if (argument.shape[i] > 0)
            tensor.extent += static_cast<uint64_t>(argument.shape[i] - 1) * static_cast<uint64_t>(stride);
        dense *= static_cast<uint64_t>(argument.shape[i]);
    }
    if (empty) tensor.extent = 0;
    tensor.bytes = tensor.extent * static_cast<uint64_t>(argument.dtype->bits) / 8;
    return tensor;
}

// Arguments in memory that the engine does not know, made known for the duration of a run.
class ForeignMemory {
  public:
    ForeignMemory(DeviceMemory& memory, const RunArguments& arguments,
                  const std::vector<pto_ninja::TensorDescriptor>& tensors)
        : memory_(memory) {
        for (size_t i = 0; i < tensors.size(); i++) {
            if (tensors[i].bytes == 0 || memory.Contains(tensors[i].address, tensors[i].bytes)) continue;
            memory.AddExternal(arguments.tensors[i].name, arguments.tensors[i].data, tensors[i].bytes);
            added_.push_back(arguments.tensors[i].data);
        }
    }
    ~ForeignMemory() {
        for (void* data : added_) memory_.RemoveExternal(data);
    }
    ForeignMemory(const ForeignMemory&) = delete;
    ForeignMemory& operator=(const ForeignMemory&) = delete;

  private:
    DeviceMemory& memory_;
    std::vector<void*> added_;
};

// Hanging threads use it until the process ends. Never freed, and in reach of leak checkers.
void KeepForever(std::shared_ptr<const void> thing) {
    static std::mutex mutex;
    static auto* const kept = new std::vector<std::shared_ptr<const void>>;
    const std::lock_guard lock(mutex);
    kept->push_back(std::move(thing));
}

}  // namespace

struct Engine::RunState {
    RunContext context;
    std::vector<pto_ninja::TensorDescriptor> tensors;
    pto_ninja::EntryArguments entry{};
    std::unique_ptr<ForeignMemory> foreign;
    std::unique_ptr<Session> session;
    std::chrono::nanoseconds time_limit{0};
    std::string time_remedy;
    std::optional<Error> time_error;  // written by the watchdog before stop_all
};

Engine::Engine(std::shared_ptr<const Program> program, std::shared_ptr<DeviceMemory> memory, int worker_count)
    : program_(std::move(program)),
      memory_(std::move(memory)),
      worker_count_(worker_count > 0 ? worker_count
                                     : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      fault_text_("orchestration '" + program_->entry_symbol() + "'"),
      tasks_(std::make_unique<std::deque<TaskState>>()) {
    executor_ = std::make_unique<Executor>(worker_count_, program_->platform());
}

Engine::~Engine() {
    if (!abandoned_) return;
    executor_->Abandon();
    KeepForever(std::shared_ptr<const Executor>(std::move(executor_)));
    KeepForever(std::shared_ptr<const std::deque<TaskState>>(std::move(tasks_)));
    KeepForever(program_);
    KeepForever(memory_);
}

Error Engine::TimeLimitReached(const RunState& state) const {
    std::vector<std::string> activities = state.context.running.Describe();
    if (activities.empty()) activities.push_back(fault_text_ + " is running");
    return Error(ErrorKind::kToolchain,
                 "not done within the time limit of " + Seconds(state.time_limit) + ": " + Join(activities, "; "),
                 state.time_remedy);
}

void Engine::CallOrchestration(RunState& state, Session& session) {
    FailureBox& failures = state.context.failures;
    const std::string& title = state.context.title;
    const std::string place = title.empty() ? fault_text_ : title + ": " + fault_text_;
    const FaultContext fault_context(place.c_str());
    const FloatControl floats = FloatControl::OfThisThread();
    try {
        session.RunOnThisThread([&] { program_->CallEntry(state.entry); });
    } catch (const RunStopped&) {
    } catch (const Error& error) {
        failures.Report(session.NextOrder(), error);
    } catch (const std::exception& exception) {
        failures.Report(session.NextOrder(),
                        Error(ErrorKind::kToolchain, fault_text_ + ": uncaught C++ exception: " + exception.what()));
    } catch (...) {
        failures.Report(session.NextOrder(), Error(ErrorKind::kToolchain, fault_text_ + ": uncaught C++ exception"));
    }
    if (FloatControl::OfThisThread() == floats) return;
    floats.Set();
    state.context.changed_floats.Add(fault_text_);
}

void Engine::Execute(RunState& state, const RunOptions& options) {
    Session& session = *state.session;
    executor_->Begin(state.context, session);
    if (options.time_limit.count() > 0) {
        watchdog_.Arm(options.time_limit, kHangGrace, [this, &state, &options](int expiry) {
            if (expiry == 0) {
                state.time_error = TimeLimitReached(state);
                state.context.stop_all = true;
            } else if (options.on_hang) {
                options.on_hang(*state.time_error);
            }
        });
    }
    CallOrchestration(state, session);
    abandoned_ = !executor_->WaitAll();
    if (options.time_limit.count() > 0) watchdog_.Disarm();
}

RunStatistics Engine::Run(const RunArguments& arguments, const RunOptions& options) {
    if (abandoned_) throw Error(ErrorKind::kToolchain, "a kernel of an earlier run still hangs", "start a new process");
    auto state = std::make_unique<RunState>();
    for (const TensorArgument& tensor : arguments.tensors) state->tensors.push_back(ToDescriptor(tensor));
    state->entry = {static_cast<uint32_t>(state->tensors.size()), state->tensors.data(),
                    static_cast<uint32_t>(arguments.scalars.size()), arguments.scalars.data()};
    const size_t given = arguments.tensors.size() + arguments.scalars.size();
    const int expected = program_->ExpectedArgCount(state->entry);
    // As the real runtime asks. More are fine: the tokens that keep a rank's dispatches in order come last, and no
    // orchestration counts them.
    if (expected > 0 && given < static_cast<size_t>(expected)) {
        throw Error(ErrorKind::kInput,
                    fault_text_ + " expects " + std::to_string(expected) + " arguments, " + std::to_string(given) +
                        " are given (" + std::to_string(arguments.tensors.size()) + " tensors, " +
                        std::to_string(arguments.scalars.size()) + " scalars)",
                    "the orchestration source and the parameters of the program belong to different versions");
    }
    state->context.program = program_.get();
    state->context.memory = memory_.get();
    state->context.observer = options.observer;
    state->context.title = options.title;
    state->context.cancel = options.cancel;
    state->context.clear_local_memory = options.clear_local_memory;
    state->time_limit = options.time_limit;
    state->time_remedy = kTimeRemedy;
    if (!options.time_limit_name.empty()) state->time_remedy += "; " + options.time_limit_name + " sets the limit";
    state->foreign = std::make_unique<ForeignMemory>(*memory_, arguments, state->tensors);
    state->session = std::make_unique<Session>(state->context, *executor_, *tasks_, options.log, options.log_level);

    const Clock::time_point start = Clock::now();
    Execute(*state, options);
    RunStatistics statistics = {state->session->task_count(), Clock::now() - start, {}};
    statistics.changed_floats = state->context.changed_floats.Take();

    const std::optional<Error> failure = state->context.failures.Take();
    const std::optional<Error> time_error = state->time_error;
    if (abandoned_) KeepForever(std::shared_ptr<const RunState>(std::move(state)));
    if (failure.has_value()) throw Error(*failure);
    if (time_error.has_value()) throw TimeLimitError(*time_error);
    if (options.cancel != nullptr && options.cancel->load()) throw RunCancelled();
    return statistics;
}

}  // namespace pto::embedded
