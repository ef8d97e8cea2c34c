// Stands in for the runtime's header of this name of 2026-09: messages wait until somebody flushes them.
#pragma once

#include <stub_record.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace simpler::log {

enum class LogLevel : int { DEBUG = 10, INFO = 20, TIMING = 25, WARN = 30, ERROR = 40, NUL = 60 };

}  // namespace simpler::log

class HostLogger {
  public:
    static HostLogger& get_instance() {
        static HostLogger logger;
        return logger;
    }
    void set_level(simpler::log::LogLevel level, bool defer_writer = false) {
        StubRecord("log " + std::to_string(static_cast<int>(level)) + (defer_writer ? " deferred" : ""));
    }
    void queue(const char* text) { queued_ += text; }
    bool flush(uint32_t = 1000) {
        std::fputs(queued_.c_str(), stderr);
        queued_.clear();
        return true;
    }

  private:
    std::string queued_;
};

inline void StubLog(const char* text) {
    HostLogger::get_instance().queue(text);
}
