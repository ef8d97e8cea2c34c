// What every function of the library throws. An installation has the definition itself under this name.
#pragma once

#include "base/error.h"
