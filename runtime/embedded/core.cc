#include "runtime/embedded/core.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <tuple>

#include "base/float_control.h"
#include "runtime/embedded/activity.h"

namespace pto::embedded {
namespace {

using pto_ninja::CoreServices;

// The ABI of a kernel's arguments: include/intrinsic.h declares the same structs for the kernel's side.
constexpr int kLocalContextIndex = 48;
constexpr int kGlobalContextIndex = 49;
constexpr int kArgumentCount = 50;
constexpr uint32_t kMaxConditions = 64;
constexpr int32_t kErrorNone = 0;

struct Condition {
    uint64_t address;
    uint64_t cookie;
    uint32_t expected;
    uint32_t engine;
    int32_t type;
    uint32_t padding;
};
struct alignas(64) ConditionSlab {
    volatile uint32_t count;
    volatile int32_t error_code;
    Condition entries[kMaxConditions];
};
struct LocalContext {
    int32_t block_idx;
    int32_t block_num;
    volatile uint32_t* count;
    volatile int32_t* error_code;
    Condition* entries;
    uint32_t capacity;
    uint64_t task_token;
};
struct GlobalContext {
    int32_t sub_block_id;
    uint64_t dma_workspace[2];
};

// A kernel that polls again after this long has done something in between.
constexpr std::chrono::microseconds kPollGap{2};
// A wait for another core that is just about to answer ends within these.
constexpr uint32_t kShortPolls = 16;

thread_local Core* current_core = nullptr;

const Core& Of(const CoreServices* self) {
    return *static_cast<const Core*>(self);
}

constexpr char kBoundsRemedy[] =
    "compare the tile's shape and the offset added to the pointer with the shape of the tensor";

}  // namespace

void RunningCores::Add(const Core* core) {
    const std::lock_guard lock(mutex_);
    cores_.push_back(core);
}

void RunningCores::Remove(const Core* core) {
    const std::lock_guard lock(mutex_);
    *std::find(cores_.begin(), cores_.end(), core) = cores_.back();
    cores_.pop_back();
}

std::vector<std::string> RunningCores::Describe() const {
    const std::lock_guard lock(mutex_);
    std::vector<const Core*> sorted = cores_;
    std::sort(sorted.begin(), sorted.end(), [](const Core* a, const Core* b) {
        return std::make_tuple(a->task().number, a->identity().block, a->identity().slot) <
               std::make_tuple(b->task().number, b->identity().block, b->identity().slot);
    });
    // Only the progress of its polls tells a core that waits in a loop of its own from one that computes.
    std::vector<uint32_t> polls;
    for (const Core* core : sorted) polls.push_back(core->polls());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::vector<std::string> texts;
    for (size_t i = 0; i < sorted.size(); i++) texts.push_back(sorted[i]->DescribeActivity(polls[i]));
    return texts;
}

std::string DescribeCore(const Task& task, CoreIdentity core) {
    std::string text = "kernel '" + task.kernels[core.slot]->name + "' (task " + std::to_string(task.number);
    if (task.block_num > 1) text += ", block " + std::to_string(core.block);
    if (task.kernels[1] != nullptr && task.kernels[2] != nullptr && core.slot > 0) {
        text += ", vector lane " + std::to_string(core.slot - 1);
    }
    return text + ")";
}

Core::Core(RunContext& run, const Task& task, CoreIdentity identity, TaskSync& sync, LocalMemoryArena& memory,
           int blocks_at_a_time)
    : CoreServices{},
      run_(run),
      task_(task),
      identity_(identity),
      sync_(sync),
      local_memory_(memory),
      blocks_at_a_time_(blocks_at_a_time) {
    abi_version = pto_ninja::kAbiVersion;
    core_kind = kernel().core_kind;
    sub_block_id = identity.slot == 2 ? 1 : 0;
    block_idx = static_cast<uint32_t>(identity.block);
    block_num = static_cast<uint32_t>(task.block_num);
    sub_block_num = task.kernels[1] != nullptr && task.kernels[2] != nullptr ? 2 : 1;
    for (int i = 0; i < kLocalBufferCount; i++) buffers[i] = memory.buffer(i);
    fail = &Core::Fail;
    check_global = &Core::CheckGlobal;
    cross_core_set = &Core::CrossCoreSet;
    cross_core_wait = &Core::CrossCoreWait;
    sync_all = &Core::SyncAll;
    poll = &Core::Poll;
}

Core* Core::Current() {
    return current_core;
}

void Core::Run(std::vector<DeferredCondition>& deferred) {
    // A failure of another core of this task is no reason not to start: which core is blamed must not depend on timing.
    if (run_.ShouldStop(task_.number)) return;
    if (run_.clear_local_memory) local_memory_.Clear();
    run_.running.Add(this);
    const KernelActivity activity(kernel().name, task_.number);
    current_core = this;
    if (kernel().set_core != nullptr) kernel().set_core(this);
    const FloatControl floats = FloatControl::OfThisThread();
    try {
        CallKernel(deferred);
    } catch (const RunStopped&) {
    } catch (const KernelFault& fault) {
        ReportFailure(fault.text, fault.remedy);
    } catch (const std::exception& exception) {
        ReportFailure(std::string("uncaught C++ exception: ") + exception.what(), "");
    } catch (...) {
        ReportFailure("uncaught C++ exception", "");
    }
    if (FloatControl::OfThisThread() != floats) {
        floats.Set();
        run_.changed_floats.Add("kernel '" + kernel().name + "'");
    }
    if (kernel().set_core != nullptr) kernel().set_core(nullptr);
    current_core = nullptr;
    run_.running.Remove(this);
}

void ChangedFloats::Add(const std::string& who) {
    const std::lock_guard lock(mutex_);
    names_.insert(who);
}

std::set<std::string> ChangedFloats::Take() {
    const std::lock_guard lock(mutex_);
    return std::move(names_);
}

void Core::CallKernel(std::vector<DeferredCondition>& deferred) {
    ConditionSlab slab;
    slab.count = 0;
    slab.error_code = kErrorNone;
    LocalContext local = {identity_.block, task_.block_num, &slab.count, &slab.error_code,
                          slab.entries,    kMaxConditions,  task_.id};
    GlobalContext global = {static_cast<int32_t>(sub_block_id), {0, 0}};
    int64_t arguments[kArgumentCount];
    int next = 0;
    for (const TaskTensorInfo& tensor : task_.tensors)
        arguments[next++] = reinterpret_cast<int64_t>(&tensor.descriptor);
    for (const uint64_t scalar : task_.scalars) arguments[next++] = static_cast<int64_t>(scalar);
    std::fill(arguments + next, arguments + kArgumentCount, 0);
    arguments[kLocalContextIndex] = reinterpret_cast<int64_t>(&local);
    arguments[kGlobalContextIndex] = reinterpret_cast<int64_t>(&global);

    kernel().entry(arguments);

    if (slab.error_code != kErrorNone) {
        throw KernelFault("the completion interface reports error " + std::to_string(slab.error_code), "");
    }
    const uint32_t count = std::min(static_cast<uint32_t>(slab.count), kMaxConditions);
    for (uint32_t i = 0; i < count; i++) {
        deferred.push_back({slab.entries[i].address, slab.entries[i].expected});
    }
}

void Core::ReportFailure(const std::string& text, const std::string& remedy) const {
    run_.failures.Report({task_.number, identity_.block * kSlotCount + identity_.slot},
                         Error(ErrorKind::kToolchain, DescribeCore(task_, identity_) + ": " + text, remedy));
    sync_.Stop();
}

std::string Core::DescribeActivity(uint32_t earlier_polls) const {
    const std::string name = DescribeCore(task_, identity_);
    switch (activity_.load()) {
        case Activity::kFlag:
            return name + " waits for flag " + std::to_string(awaited_flag_.load());
        case Activity::kBarrier:
            return name + " waits in SYNCALL";
        case Activity::kRunning:
            break;
    }
    return name + (polls() != earlier_polls ? " waits for a value in memory" : " is running");
}

void Core::Fail(const CoreServices*, const char* message) {
    throw KernelFault(message, "");
}

void Core::CheckGlobal(const CoreServices* self, const void* address, uint64_t bytes, pto_ninja::GlobalAccess access,
                       const char* instruction) {
    const Core& core = Of(self);
    const uint64_t begin = reinterpret_cast<uint64_t>(address);
    const auto holds = [&](const Range& range) {
        return begin - range.begin <= range.bytes && bytes <= range.bytes - (begin - range.begin);
    };
    for (const Range& range : core.recent_) {
        if (holds(range)) return;
    }
    if (bytes == 0) return;
    const AddressInfo info = core.run_.memory->Describe(begin);
    const Range range = {info.allocation.begin, info.allocation.bytes};
    if (info.inside && holds(range)) {
        core.recent_[core.next_recent_++ % core.recent_.size()] = range;
        return;
    }
    const char* verb = access == pto_ninja::GlobalAccess::kRead ? "reads" : "writes";
    throw KernelFault(core.run_.memory->DescribeFault(instruction, verb, begin, bytes), kBoundsRemedy);
}

void Core::RequireAllAtOnce(const char* what) const {
    if (task_.block_num <= blocks_at_a_time_) return;
    throw KernelFault(std::string(what) + " needs all " + std::to_string(task_.block_num) +
                          " blocks to run at once, but " + std::string(run_.program->platform().name) +
                          " has cores for " + std::to_string(blocks_at_a_time_),
                      "submit fewer blocks and let each do more");
}

void Core::CrossCoreSet(const CoreServices* self, uint32_t mode, uint32_t flag) {
    const Core& core = Of(self);
    if (flag >= kFlagCount / 2)
        throw KernelFault("flag " + std::to_string(flag) + " does not exist", "flags are 0 to 31");
    if (mode > 2 && mode != kIntraBlockMode) {
        throw KernelFault("cross-core mode " + std::to_string(mode) + " does not exist", "modes are 0, 1, 2 and 4");
    }
    if (mode == 0) core.RequireAllAtOnce("a flag between all cores");
    core.sync_.Set(core.identity_, mode, flag);
}

void Core::CrossCoreWait(const CoreServices* self, uint32_t flag) {
    const Core& core = Of(self);
    if (flag >= kFlagCount) throw KernelFault("flag " + std::to_string(flag) + " does not exist", "flags are 0 to 31");
    core.awaited_flag_ = flag;
    core.activity_ = Activity::kFlag;
    core.sync_.Wait(core.identity_, flag);
    core.activity_ = Activity::kRunning;
}

void Core::SyncAll(const CoreServices* self) {
    const Core& core = Of(self);
    core.RequireAllAtOnce("SYNCALL");
    core.activity_ = Activity::kBarrier;
    core.sync_.Barrier(core.identity_);
    core.activity_ = Activity::kRunning;
}

// Sleeps longer the longer the wait lasts. (Giving the processor away instead is slower: on a busy machine whoever
// yields queues behind everything that computes, while a sleeper that wakes goes first.)
void Core::Poll(const CoreServices* self) {
    const Core& core = Of(self);
    if (core.ShouldStop()) throw RunStopped{};
    core.polls_.fetch_add(1, std::memory_order_relaxed);
    const auto now = std::chrono::steady_clock::now();
    const bool same_wait = now - core.last_poll_ < kPollGap;
    core.wait_polls_ = same_wait ? core.wait_polls_ + 1 : 0;
    if (core.wait_polls_ >= kShortPolls) {
        const uint32_t doublings = std::min((core.wait_polls_ - kShortPolls) / 4, 6u);
        const timespec nap = {0, 3000l << doublings};
        nanosleep(&nap, nullptr);
    }
    core.last_poll_ = std::chrono::steady_clock::now();
}

}  // namespace pto::embedded
