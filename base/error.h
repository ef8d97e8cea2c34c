// The one exception type for everything a user can be told: where, what was found and expected, and what to do.
#pragma once

#include <exception>
#include <string>
#include <string_view>

// What the shared library shows. An installation has this file as pto_ninja/error.h.
#ifndef PTO_NINJA_API
#define PTO_NINJA_API __attribute__((visibility("default")))
#endif

namespace pto {

// Decides the exit code of both programs (ExitCode below).
enum class ErrorKind {
    kMismatch,   // outputs differ from the reference
    kUsage,      // wrong flag or argument
    kInput,      // a file of the user's is missing, malformed or contradictory
    kToolchain,  // compiler, runtime, device, time limit; a disk that is full, a limit of the machine
};

// A position in a text file. `line` and `column` count from 1; 0 means "the whole file" / "the whole line".
struct Place {
    std::string file;
    int line = 0;
    int column = 0;
    std::string source_line;  // shown below the message with a caret under `column`; may be empty
};

class PTO_NINJA_API Error : public std::exception {
  public:
    // `what`: found and expected, lower case, no full stop. `remedy`: what to do; may be empty.
    Error(ErrorKind kind, Place place, std::string what, std::string remedy = {});
    Error(ErrorKind kind, std::string what, std::string remedy = {});

    ErrorKind kind() const { return kind_; }
    const Place& place() const { return place_; }
    const std::string& message() const { return message_; }
    const std::string& remedy() const { return remedy_; }

    // "file:line:col: what; remedy", then the source line and a caret when the place has them. No trailing newline.
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    ErrorKind kind_;
    Place place_;
    std::string message_;
    std::string remedy_;
    std::string text_;
};

// 1 outputs do not match, 2 wrong usage or input, 3 toolchain, runtime, device or machine. Success, which is no error,
// is 0.
PTO_NINJA_API int ExitCode(ErrorKind kind);

// The word that stands for an exit code in last_run.json and in the closing line: passed, mismatch, input,
// infrastructure.
PTO_NINJA_API std::string_view ExitWord(int exit_code);

// Input error about a whole file.
[[noreturn]] PTO_NINJA_API void ThrowInput(const std::string& file, std::string what, std::string remedy = {});

// "path: what: strerror(error_number)" for a failed system call. What is the machine's trouble (a full disk, too many
// open files) is of kToolchain whatever `kind` says, with the remedy that helps there.
[[noreturn]] PTO_NINJA_API void ThrowSystem(ErrorKind kind, const std::string& path, std::string_view action,
                                            int error_number, std::string remedy = {});

}  // namespace pto
