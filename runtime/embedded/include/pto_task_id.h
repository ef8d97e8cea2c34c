// Name of task_id.h before 23 August 2026.
#pragma once

#include "task_id.h"
