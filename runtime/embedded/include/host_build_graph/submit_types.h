// submit_types.h under the name of the runtime that host-built graphs use.
#pragma once

#include "../submit_types.h"
