// All of the library.
#pragma once

#include "pto_ninja/benchmark.h"
#include "pto_ninja/build.h"
#include "pto_ninja/error.h"
#include "pto_ninja/program.h"
#include "pto_ninja/replay.h"
#include "pto_ninja/tensor.h"
