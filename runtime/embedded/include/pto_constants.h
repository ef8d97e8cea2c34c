// Alignment of what kernels and the runtime share.
#pragma once

#define PTO2_ALIGN_SIZE 64
#define PTO2_ALIGN_UP(x, align) (((x) + (align)-1) & ~((align)-1))
