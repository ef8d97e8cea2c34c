// Orchestration Function: three_steps

#include "runtime.h"
#include <iostream>

#include <stddef.h>
#include <stdint.h>

#include "pto_orchestration_api.h"

extern "C" {

__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{.expected_arg_count = 3};
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& x = orch_args.tensor(0).ref();
    const ChipTensor& w = orch_args.tensor(1).ref();
    const ChipTensor& out = orch_args.tensor(2).ref();
    PTO2_SCOPE() {
        // Two intermediates that only live on the device.
        uint32_t shape[2] = {16, 32};
        TensorCreateInfo like_x(shape, 2, DataType::FLOAT32);
        TaskOutputTensors intermediates = alloc_tensors(like_x, like_x);
        const ChipTensor& a = intermediates.get_ref(0);
        const ChipTensor& b = intermediates.get_ref(1);

        CoreTaskArgs scale;
        scale.add_input(x);
        scale.add_output(a);
        scale.add_scalar(to_u64(0.5f));
        rt_submit_aiv_task(0, scale);

        CoreTaskArgs floor_at;
        floor_at.add_input(a);
        floor_at.add_input(w);
        floor_at.add_output(b);
        rt_submit_aiv_task(1, floor_at);

        CoreTaskArgs difference;
        difference.add_input(b);
        difference.add_input(x);
        difference.add_output(out);
        rt_submit_aiv_task(2, difference);
    }
}

}  // extern "C"
