// Stands in for the runtime's header of this name of June and July 2026: five levels, and steps of one of them.
#pragma once

#include <stub_record.h>

#include <cstdio>
#include <string>

namespace simpler::log {

enum class LogLevel : int { DEBUG = 0, INFO = 1, WARN = 2, ERROR = 3, NUL = 4 };

}  // namespace simpler::log

class HostLogger {
  public:
    static HostLogger& get_instance() {
        static HostLogger logger;
        return logger;
    }
    void set_level(simpler::log::LogLevel level) { level_ = static_cast<int>(level); }
    void set_info_v(int step) { StubRecord("log " + std::to_string(level_) + " step " + std::to_string(step)); }

  private:
    int level_ = 0;
};

inline void StubLog(const char* text) {
    std::fputs(text, stderr);
}
