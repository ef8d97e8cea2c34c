// Name of orchestration_api.h before 23 August 2026.
#pragma once

#include "orchestration_api.h"
