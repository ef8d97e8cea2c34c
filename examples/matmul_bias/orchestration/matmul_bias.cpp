// Orchestration Function: matmul_bias

#include "runtime.h"
#include <iostream>

#include <stddef.h>
#include <stdint.h>

#include "pto_orchestration_api.h"

extern "C" {

__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{.expected_arg_count = 4};
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& a = orch_args.tensor(0).ref();
    const ChipTensor& b = orch_args.tensor(1).ref();
    const ChipTensor& bias = orch_args.tensor(2).ref();
    const ChipTensor& c = orch_args.tensor(3).ref();
    PTO2_SCOPE() {
        uint32_t shape[2] = {32, 48};
        TensorCreateInfo product_info(shape, 2, DataType::FLOAT32);
        TaskOutputTensors intermediates = alloc_tensors(product_info);
        const ChipTensor& product = intermediates.get_ref(0);

        CoreTaskArgs matmul;
        matmul.add_input(a);
        matmul.add_input(b);
        matmul.add_output(product);
        rt_submit_aic_task(0, matmul);

        CoreTaskArgs add_bias;
        add_bias.add_input(product);
        add_bias.add_input(bias);
        add_bias.add_output(c);
        rt_submit_aiv_task(1, add_bias);
    }
}

}  // extern "C"
