// The library of the runtime's log, as it was until August 2026: every other one looked into it.
#include "tests/support/simpler_stub/stub_record.h"

extern "C" __attribute__((visibility("default"))) int simpler_log_init(int level, int step) {
    StubRecord("log library " + std::to_string(level) + " step " + std::to_string(step));
    return 0;
}
