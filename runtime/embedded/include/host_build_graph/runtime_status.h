// runtime_status.h under the name of the runtime that host-built graphs use.
#pragma once

#include "../runtime_status.h"
