// Name of types.h before 23 August 2026.
#pragma once

#include "types.h"
