// Alignment of what kernels and the runtime share.
#pragma once

#include "pto_ninja/earlier_names.h"

#define CHIP_ALIGN_SIZE 64
#define CHIP_ALIGN_UP(x, align) (((x) + (align)-1) & ~((align)-1))
