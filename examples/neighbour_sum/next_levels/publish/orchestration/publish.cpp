// Orchestration Function: publish

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
    const ChipTensor& x = orch_args.tensor(0).ref();
    const ChipTensor& rows = orch_args.tensor(1).ref();
    const ChipTensor& ready = orch_args.tensor(2).ref();
    PTO2_SCOPE() {
        CoreTaskArgs double_rows;
        double_rows.add_input(x);
        double_rows.add_output(rows);
        double_rows.add_inout(ready);
        double_rows.add_scalar(orch_args.scalar(0));  // the communication context
        rt_submit_aiv_task(0, double_rows);
    }
}

}  // extern "C"
