// task_id.h under the name of the runtime that programs use by default.
#pragma once

#include "../task_id.h"
