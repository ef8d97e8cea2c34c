// The tile instructions that a kernel printed by ptoas uses, computed on the host. Same names, template parameters and
// results as the CPU simulator of PTO-ISA, no PTO-ISA needed. One header per family of instructions, in ./embedded.
#pragma once

#include "embedded/assign.h"
#include "embedded/comm.h"
#include "embedded/compare.h"
#include "embedded/convert.h"
#include "embedded/elementwise.h"
#include "embedded/expand.h"
#include "embedded/fill.h"
#include "embedded/gather.h"
#include "embedded/global_gather.h"
#include "embedded/load.h"
#include "embedded/matmul.h"
#include "embedded/move.h"
#include "embedded/partial.h"
#include "embedded/rearrange.h"
#include "embedded/reduce.h"
#include "embedded/scalar_ops.h"
#include "embedded/sort.h"
#include "embedded/store.h"
#include "embedded/sync.h"
#include "embedded/unsupported.h"
