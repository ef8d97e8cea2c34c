// Python interpreters for the edges that need one, and what they have to say.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/process.h"

namespace pto {

struct Interpreter {
    std::string program;
    bool chosen = false;  // by $PTO_PYTHON: no other one is tried
};

// $PTO_PYTHON if set, else the python3 of PATH and /usr/bin/python3, without repeats. Throws a usage Error when
// $PTO_PYTHON names no program.
std::vector<Interpreter> FindInterpreters();

// "/usr/bin/python3 has no module 'torch'" from a list of {"module": NAME, "reason": WHY}; an empty reason: not
// installed.
std::string MissingModulesText(const std::string& program, const Json& modules);

// "was ended by signal 9", "ended with code 1".
std::string HowItEnded(const ProcessResult& result);

// The last lines of what a program printed, indented below a message; empty for nothing.
std::string LastLines(const std::string& text);

// Where a path lies below the working directory it is given relative to it, so that a moved directory stays valid.
std::string FromHere(const std::string& path);

}  // namespace pto
