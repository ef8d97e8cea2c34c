// Time as an interface, so that tests decide how long something took and when it happened.
#pragma once

#include <cstdint>

namespace pto::run {

class Clock {
  public:
    virtual ~Clock() = default;
    virtual int64_t NowNs() = 0;        // monotonic, from an arbitrary start
    virtual int64_t UnixSeconds() = 0;  // for dates and file names only
};

class SystemClock : public Clock {
  public:
    int64_t NowNs() override;
    int64_t UnixSeconds() override;
};

}  // namespace pto::run
