// How a kernel finds the memory windows of the other ranks of its communication domain.
#pragma once

#include <stddef.h>
#include <stdint.h>

static constexpr uint32_t COMM_MAX_RANK_NUM = 64;

// An address in another rank's window: windowsIn[rank] + (own address - windowsIn[rankId]).
struct CommContext {
    uint64_t workSpace;
    uint64_t workSpaceSize;
    uint32_t rankId;
    uint32_t rankNum;
    uint64_t winSize;
    uint64_t windowsIn[COMM_MAX_RANK_NUM];
    uint64_t windowsOut[COMM_MAX_RANK_NUM];
};
static_assert(sizeof(CommContext) == 1056 && offsetof(CommContext, rankId) == 16 &&
                  offsetof(CommContext, winSize) == 24 && offsetof(CommContext, windowsIn) == 32 &&
                  offsetof(CommContext, windowsOut) == 544,
              "read by kernels field by field");
