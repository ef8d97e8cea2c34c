// Stands in for the runtime's header of this name.
#pragma once

#include <cstdio>
#include <string>

#include "stub_record.h"

namespace simpler::log {

enum class LogLevel : int { DEBUG = 10, INFO = 20, TIMING = 25, WARN = 30, ERROR = 40, NUL = 60 };

}  // namespace simpler::log

class HostLogger {
  public:
    static HostLogger& get_instance() {
        static HostLogger logger;
        return logger;
    }
    void set_level(simpler::log::LogLevel level) { StubRecord("log " + std::to_string(static_cast<int>(level))); }
};

inline void StubLog(const char* text) {
    std::fputs(text, stderr);
}
