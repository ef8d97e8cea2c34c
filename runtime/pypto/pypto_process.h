// Runs our script in a Python that has PyPTO, and turns what it reports into errors.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/python_interpreters.h"
#include "runtime/core/runner.h"

namespace pto::run {

// The tensors of a hand-over in a file that is gone with this object.
class SharedTensors {
  public:
    // Beside `directory`'s private files. Throws an input Error when it cannot be written.
    SharedTensors(const std::string& directory, uint64_t size);
    ~SharedTensors();
    SharedTensors(const SharedTensors&) = delete;
    SharedTensors& operator=(const SharedTensors&) = delete;

    const std::string& path() const { return path_; }  // absolute
    uint8_t* data() { return data_; }

  private:
    std::string path_;
    uint8_t* data_ = nullptr;
    uint64_t size_ = 0;
};

// A text of templates/ that reads a request file and writes a report with a "status".
struct PythonProgram {
    std::string text;
    std::string name;    // as messages call it: "PyPTO"
    std::string remedy;  // when it goes wrong
};

// Gives `request` to one interpreter after another until one's status is not "missing", and returns that one's name and
// report; nothing when all lack modules, and `lacking` has a phrase for each then. What the program prints goes to
// `options.log`. Throws a toolchain Error when it dies, takes longer than `options` allow, or Ctrl-C was pressed.
struct PythonReport {
    std::string interpreter;
    Json report;
};
std::optional<PythonReport> AskPython(const PythonProgram& program, const Json& request, const std::string& directory,
                                      const std::vector<Interpreter>& interpreters, const RunnerOptions& options,
                                      std::vector<std::string>& lacking);

// Gives `request` to the first of `interpreters` that can import PyPTO. What it prints goes to `options.log`. Returns
// the report of a run that went well. Throws a mismatch Error for a failed check, else a toolchain Error that names
// what is missing, what PyPTO refuses or has changed, or what went wrong.
Json HandOver(const Json& request, const std::string& directory, const std::vector<Interpreter>& interpreters,
              const RunnerOptions& options);

}  // namespace pto::run
