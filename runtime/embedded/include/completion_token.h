// One completion to wait for, as the engines of a kernel hand it over.
#pragma once

#include <stdint.h>

#include "aicore_completion_mailbox_types.h"
#include "runtime_status.h"

struct CompletionToken {
    uint64_t addr;
    uint32_t expected_value;
    uint32_t engine;
    int32_t completion_type;
    uint64_t backend_cookie;
};
