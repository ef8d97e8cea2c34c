// task_id.h under the name of the runtime that host-built graphs use.
#pragma once

#include "../task_id.h"
