// Name of runtime_status.h before 23 August 2026.
#pragma once

#include "runtime_status.h"
