// Included by orchestration sources before anything else; the interface itself is orchestration_api.h.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <type_traits>
#include <vector>

#include "task_args.h"
