// Name of submit_types.h before 23 August 2026.
#pragma once

#include "submit_types.h"
