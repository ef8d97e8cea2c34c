// pipe_sync(): on the device, waits at the end of a kernel until its last store has left the core. Instructions here
// are complete when they return.
#pragma once

#include "pto/pto-inst.hpp"

static inline void pipe_sync() {
    pipe_barrier(PIPE_ALL);
}
