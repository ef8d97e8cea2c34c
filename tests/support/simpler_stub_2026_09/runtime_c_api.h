// Stands in for the runtime's header, which was pto_runtime_c_api.h before.
#pragma once
