// What a process or its first thread has one of, so that code of the user's leaves it to whatever runs next: kernels
// and hooks share the process with the judge.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <array>
#include <locale>
#include <map>
#include <string>
#include <vector>

#include "base/float_control.h"

namespace pto::run {

class ProcessState {
  public:
    // As it is now, of the calling thread where threads have their own.
    ProcessState();
    ~ProcessState();
    ProcessState(const ProcessState&) = delete;
    ProcessState& operator=(const ProcessState&) = delete;

    // Puts back what is otherwise now, and says what that was: "the working directory", "the environment variable 'X'".
    // What cannot be put back is said all the same. To be called by the same thread.
    std::vector<std::string> PutBack() const;

  private:
    static constexpr int kStreams = 3;
    static constexpr std::array<__itimer_which_t, 3> kTimers = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};

    void PutBackFiles(std::vector<std::string>& changed) const;
    void PutBackSignals(std::vector<std::string>& changed) const;
    void PutBackLocale(std::vector<std::string>& changed) const;
    void PutBackEnvironment(std::vector<std::string>& changed) const;
    void PutBackLimits(std::vector<std::string>& changed) const;

    FloatControl floats_;
    int directory_ = -1;
    struct stat directory_info_ {};
    mode_t umask_ = 0;
    std::array<int, kStreams> streams_{};  // copies; -1: it was closed
    std::array<struct stat, kStreams> stream_infos_{};
    std::array<struct sigaction, NSIG> actions_{};
    sigset_t mask_{};
    std::string c_locale_;
    locale_t thread_locale_{};
    std::locale locale_;
    std::map<std::string, std::string> environment_;
    std::array<itimerval, kTimers.size()> timers_{};
    std::array<rlimit, RLIM_NLIMITS> limits_{};
    cpu_set_t processors_{};
    int priority_ = 0;
};

// "kernel 'k' changed the working directory; it was put back"; empty when `changed` is.
std::string PutBackNote(const std::string& who, const std::vector<std::string>& changed);

}  // namespace pto::run
