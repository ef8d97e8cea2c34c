// Turns a crash inside a kernel into one line that names the kernel and the tensor, and a clean exit.
#pragma once

#include <string>

namespace pto::embedded {

struct FaultGuardOptions {
    std::string prefix = "pto-replay: error: ";  // of the line on stderr
    int exit_code = 3;
    // If not empty: this file is replaced by json_prefix + the message, escaped for a JSON string + json_suffix.
    std::string json_path;
    std::string json_prefix;
    std::string json_suffix;
};

// While an object lives, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and a call of exit() end the process: one line on
// stderr, the file, then _exit. At most one object at a time. For programs, not for libraries: the handlers are the
// whole process's.
class FaultGuard {
  public:
    explicit FaultGuard(FaultGuardOptions options);
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;
};

// Names what the calling thread does while it runs no kernel: "orchestration 'f'". `text` must outlive the object.
class FaultContext {
  public:
    explicit FaultContext(const char* text);
    ~FaultContext();
    FaultContext(const FaultContext&) = delete;
    FaultContext& operator=(const FaultContext&) = delete;
};

// An alternate stack for the calling thread, so that running out of stack can be reported too.
class SignalStack {
  public:
    SignalStack();
    ~SignalStack();
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

  private:
    void* memory_;
};

}  // namespace pto::embedded
