// Name of constants.h before 23 August 2026.
#pragma once

#include "constants.h"
