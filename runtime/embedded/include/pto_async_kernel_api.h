// Name of async_kernel_api.h before 23 August 2026.
#pragma once

#include "async_kernel_api.h"
