// Name of completion_token.h before 23 August 2026.
#pragma once

#include "completion_token.h"
