// Name under which kernels include the types of the communication instructions.
#pragma once

#include "../pto-inst.hpp"
