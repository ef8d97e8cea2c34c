// Turns a crash inside a kernel into one line that names the kernel and the tensor, and a clean exit.
#pragma once

#include <cstddef>
#include <string>

namespace pto::embedded {

struct FaultGuardOptions {
    std::string prefix = "pto-replay: error: ";  // of the line on stderr
    int exit_code = 3;
    // If not empty: this file is replaced by json_prefix + the message, escaped for a JSON string + json_suffix.
    std::string json_path;
    std::string json_prefix;
    std::string json_suffix;
    // If not null: gets the message instead of stderr and the file, in a signal handler.
    void (*tell)(const char* text, size_t size) = nullptr;
};

// While an object lives, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and a call of exit() end the process: one line on
// stderr, the file, then _exit. At most one object at a time. For programs, not for libraries: the handlers are the
// whole process's. A process that was forked from it dies of its signals as if there were no handlers.
class FaultGuard {
  public:
    explicit FaultGuard(FaultGuardOptions options);
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;
};

// Names what the calling thread does while it runs no kernel: "orchestration 'f'". `text` must outlive the object;
// null: nothing new. Afterwards it is what it was before.
class FaultContext {
  public:
    explicit FaultContext(const char* text);
    ~FaultContext();
    FaultContext(const FaultContext&) = delete;
    FaultContext& operator=(const FaultContext&) = delete;

  private:
    const char* before_;
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
