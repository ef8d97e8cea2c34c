// Shows somebody every line that this process writes to stderr, whoever in it writes, before it gets there. The
// runtime's messages of an undistributed run can be had in no other way.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace pto::run {

class StderrCapture {
  public:
    // `take` is called on a thread of this object's and tells whether the line is not to be written.
    explicit StderrCapture(std::function<bool(std::string_view line)> take);
    ~StderrCapture() { Stop(); }
    StderrCapture(const StderrCapture&) = delete;
    StderrCapture& operator=(const StderrCapture&) = delete;

    // Returns when every line written so far has been taken or shown; stderr is as before then.
    void Stop();

  private:
    void Loop();
    void Deal(std::string_view line);

    std::function<bool(std::string_view line)> take_;
    int real_stderr_ = -1;
    int read_end_ = -1;
    std::thread thread_;
};

}  // namespace pto::run
