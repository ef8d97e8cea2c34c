// A task's arguments together with room for its explicit dependencies.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>

#include "orchestration_api.h"

// Overflow of the room is remembered and reported by the submit.
template <size_t MAX_DEP_COUNT = 16>
class CoreTaskArgsWithDeps : private CoreTaskArgs {
  public:
    using CoreTaskArgs::add_inout;
    using CoreTaskArgs::add_input;
    using CoreTaskArgs::add_no_dep;
    using CoreTaskArgs::add_output;
    using CoreTaskArgs::add_scalar;
    using CoreTaskArgs::add_scalars;
    using CoreTaskArgs::add_scalars_i32;
    using CoreTaskArgs::allow_early_resolve;
    using CoreTaskArgs::copy_scalars_from;
    using CoreTaskArgs::dump;
    using CoreTaskArgs::error_msg;
    using CoreTaskArgs::has_error;
    using CoreTaskArgs::launch_spec;
    using CoreTaskArgs::set_allow_early_resolve;
    using CoreTaskArgs::set_error;
    using CoreTaskArgs::set_predicate;
    using CoreTaskArgs::set_task_timing_slot;
    using CoreTaskArgs::task_timing_slot;

    template <typename... Ids>
    void add_dep(Ids... ids) {
        static_assert((std::is_same_v<Ids, TaskId> && ...), "dependencies are TaskId");
        if (count_ + sizeof...(ids) > MAX_DEP_COUNT) return set_error("add_dep: more dependencies than MAX_DEP_COUNT");
        ((deps_[count_++] = ids), ...);
    }
    template <typename... Ids>
    void add_dep_wait(Ids... ids) {
        add_dep(ids...);
    }

    void reset() {
        CoreTaskArgs::reset();
        count_ = 0;
    }

    CoreTaskArgs& finalize_for_submit() {
        set_dependencies(nullptr, 0);
        set_dependencies(deps_, count_);
        return *this;
    }

  private:
    TaskId deps_[MAX_DEP_COUNT];
    uint32_t count_ = 0;
};

template <size_t N>
inline TaskOutputTensors rt_submit_task(const MixedKernels& kernels, CoreTaskArgsWithDeps<N>& args) {
    return rt_submit_task(kernels, args.finalize_for_submit());
}
template <size_t N>
inline TaskOutputTensors rt_submit_aic_task(int32_t kernel_id, CoreTaskArgsWithDeps<N>& args) {
    return rt_submit_aic_task(kernel_id, args.finalize_for_submit());
}
template <size_t N>
inline TaskOutputTensors rt_submit_aiv_task(int32_t kernel_id, CoreTaskArgsWithDeps<N>& args) {
    return rt_submit_aiv_task(kernel_id, args.finalize_for_submit());
}
template <size_t N>
inline TaskOutputTensors rt_submit_dummy_task(CoreTaskArgsWithDeps<N>& args) {
    return rt_submit_dummy_task(args.finalize_for_submit());
}
