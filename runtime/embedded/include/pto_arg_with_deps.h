// Name of arg_with_deps.h before 23 August 2026.
#pragma once

#include "arg_with_deps.h"
