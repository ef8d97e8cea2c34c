#include "runtime/embedded/pipe_state.h"

#include "runtime/embedded/core.h"

namespace pto::embedded {
namespace {

uint32_t SubBlockIdHook() {
    const Core* core = Core::Current();
    return core == nullptr ? 0 : core->sub_block_id;
}

void* PipeSharedStateHook(uint64_t key, size_t bytes) {
    const Core* core = Core::Current();
    if (core == nullptr || bytes == 0) return nullptr;
    return core->sync().pipe_states().Get(static_cast<int>(core->block_idx), key, bytes);
}

}  // namespace

void* PipeStates::Get(int cluster, uint64_t key, size_t bytes) {
    const std::lock_guard lock(mutex_);
    auto& state = states_[{cluster, key}];
    if (state == nullptr) state.reset(new std::max_align_t[bytes / sizeof(std::max_align_t) + 1]());
    return state.get();
}

void InstallPipeHooks(const SharedLibrary& kernel) {
    using Register = void (*)(void* get_sub_block_id, void* get_pipe_shared_state);
    const auto register_hooks = reinterpret_cast<Register>(kernel.Find("pto_sim_register_hooks"));
    if (register_hooks == nullptr) return;
    register_hooks(reinterpret_cast<void*>(&SubBlockIdHook), reinterpret_cast<void*>(&PipeSharedStateHook));
}

}  // namespace pto::embedded
