// Child processes, by default in a group of their own, so that a time limit or Ctrl-C leaves none of them behind. They
// end with us, also when we are killed, and with the thread that runs them.
#pragma once

#include <string>
#include <vector>

namespace pto {

struct ProcessOptions {
    std::vector<std::string> arguments;    // [0] is the program, looked up in PATH when it has no '/'
    std::string directory;                 // working directory; empty: inherit
    std::vector<std::string> environment;  // "NAME=value" added to (or replacing in) ours
    // For programs whose messages we read or show beside ours: they speak English, and still write text in the user's
    // character set.
    bool english = false;
    double timeout_seconds = 0;  // 0: none
    bool capture_output = true;  // otherwise stdout and stderr are ours
    bool own_group = true;       // false: stays in ours, so that who signals our group reaches it as well
};

struct ProcessResult {
    int exit_code = -1;  // 127: could not be started; meaningless when signal or timed_out is set
    int signal = 0;      // that ended it
    bool timed_out = false;
    bool interrupted = false;  // SIGINT, SIGTERM or SIGHUP reached us while it ran; the group was killed
    std::string out;
    std::string err;

    bool Ok() const { return exit_code == 0 && signal == 0 && !timed_out && !interrupted; }
};

// Runs to the end; throws an Error where the machine has no process or pipe left. On timeout or interruption the whole
// group gets SIGTERM, then SIGKILL after a grace time.
ProcessResult RunProcess(const ProcessOptions& options);

// Absolute path of a program as PATH finds it, or the name as it is if it has a '/'; empty when there is no such
// program.
std::string FindProgram(const std::string& name);

// Absolute path of the running program, links resolved; empty where the system does not tell.
std::string OwnProgram();

}  // namespace pto
