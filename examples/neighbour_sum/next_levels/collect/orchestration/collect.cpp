// Orchestration Function: collect

#include "runtime.h"
#include <iostream>

#include <stddef.h>
#include <stdint.h>

#include "pto_orchestration_api.h"

extern "C" {

__attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
    (void)orch_args;
    return PTO2OrchestrationConfig{.expected_arg_count = 5};
}

__attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& rows = orch_args.tensor(0).ref();
    const ChipTensor& ready = orch_args.tensor(1).ref();
    const ChipTensor& y = orch_args.tensor(2).ref();
    PTO2_SCOPE() {
        CoreTaskArgs add_neighbour;
        add_neighbour.add_input(rows);
        add_neighbour.add_inout(ready);
        add_neighbour.add_output(y);
        add_neighbour.add_scalar(orch_args.scalar(0));  // the communication context
        rt_submit_aiv_task(0, add_neighbour);
    }
}

}  // extern "C"
