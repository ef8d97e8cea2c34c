// From any exception to one line and an exit code, at the edge of a program or of a thread.
#pragma once

#include <string>

#include "base/printer.h"

namespace pto {

struct Failure {
    Severity severity = Severity::kError;  // a bug, where nobody foresaw it
    std::string text;
    int exit_code = 0;
};

// Of the exception that is being handled; to be called in a catch block.
Failure PresentFailure();

}  // namespace pto
