// Name under which kernels include the communication instructions.
#pragma once

#include "../pto-inst.hpp"
