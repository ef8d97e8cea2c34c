// Runs a script of ours in a Python interpreter and reads the report that it leaves. An interpreter can be anything,
// and what it runs is the user's in part: it may hang, die, or write something else than a report.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/json.h"
#include "base/process.h"

namespace pto {

struct PythonCall {
    std::vector<std::string> words;  // the script's text and its arguments, of which one is `report`
    std::string report;              // the file that the script writes
    Place place;                     // of the user's file that it runs; empty: `what` says what it is
    std::string what;                // "PyPTO", as in "while PyPTO was running"
    std::string remedy;              // when it dies, or writes no report
    std::vector<std::string> environment;
    double timeout_seconds = 0;  // 0: none
    std::string late;            // the message when that is over, and what to do then
    std::string late_remedy;
    std::function<void(std::string_view)> log;  // gets what it printed, line by line; may be empty
    // Whether what a process left that died is a report all the same.
    bool (*counts)(const Json& report) = nullptr;
};

struct PythonAnswer {
    ProcessResult result;
    Json report;  // an object with a "status"
};

// Throws a toolchain Error when Ctrl-C was pressed (the whole process group is killed then), the limit has passed, the
// process died or left no report, or one that is malformed or longer than any of ours.
PythonAnswer CallPython(const std::string& program, const PythonCall& call, const FileSystem& files);

// `read` takes apart a report, whose fields are there if it is one of ours. Throws the same Error when they are not.
[[noreturn]] void ThrowMalformedReport(const std::string& program, const PythonCall& call, const std::string& why);
template <typename Read>
auto ReadReport(const std::string& program, const PythonCall& call, const Read& read) try {
    return read();
} catch (const Json::exception& error) {
    ThrowMalformedReport(program, call, error.what());
}

}  // namespace pto
