#include "runtime/pypto/pypto_process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/file_system.h"
#include "base/left_overs.h"
#include "base/own_places.h"
#include "base/python_call.h"
#include "base/text.h"
#include "templates/pypto_handover_text.h"

namespace pto::run {
namespace {

constexpr char kOtherRuntime[] = "choose --runtime embedded or --runtime simpler";

std::string PrivateName(const std::string& directory, const std::string& name) {
    return std::filesystem::absolute(directory + "/" + kPrivateDir + "/" + name).lexically_normal().string();
}

// The two small files between us and the script.
struct Letters {
    explicit Letters(const std::string& directory)
        : request(PrivateName(directory, "pypto.request")), report(PrivateName(directory, "pypto.report")) {}
    TemporaryFile request;
    TemporaryFile report;
    RealFileSystem files;
};

PythonCall CallOf(const PythonProgram& program, const Letters& letters, const RunnerOptions& options) {
    PythonCall call;
    call.words = {program.text, letters.request.path(), letters.report.path()};
    call.report = letters.report.path();
    call.what = program.name;
    call.remedy = program.remedy;
    call.timeout_seconds = options.timeout_seconds;
    call.late =
        program.name + " was not done within the time limit of " + std::to_string(options.timeout_seconds) + " s";
    call.late_remedy = "--timeout SECONDS sets the limit";
    call.log = options.log;
    return call;
}

[[noreturn]] void ThrowOutcome(const std::string& program, const Json& report) {
    const auto status = report.at("status").get<std::string>();
    const auto message = report.at("message").get<std::string>();
    if (status == "mismatch") throw Error(ErrorKind::kMismatch, "passes_dump/: " + message);
    if (status == "refused") {
        throw Error(ErrorKind::kToolchain, "the PyPTO of '" + program + "' refuses to be used: " + message,
                    "do what it says, or " + std::string(kOtherRuntime));
    }
    if (status == "drift") {
        throw Error(ErrorKind::kToolchain,
                    "the PyPTO of '" + program +
                        "' lacks what pto-ninja uses of it (written for those of 2026-08-21 and 2026-09): " + message,
                    kOtherRuntime);
    }
    throw Error(ErrorKind::kToolchain, "PyPTO failed: " + message, "--log-level debug shows more of what it does");
}

}  // namespace

SharedTensors::SharedTensors(const std::string& directory, uint64_t size)
    : path_(TemporaryName(PrivateName(directory, "pypto.tensors"))), size_(size) {
    const int descriptor = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) ThrowSystem(ErrorKind::kInput, path_, "cannot be written", errno);
    const bool sized = ftruncate(descriptor, static_cast<off_t>(size)) == 0;
    void* memory = sized && size > 0 ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) : nullptr;
    const int error_number = errno;
    close(descriptor);
    if (!sized || memory == MAP_FAILED) {
        unlink(path_.c_str());
        ThrowSystem(ErrorKind::kInput, path_, "cannot be written", error_number);
    }
    data_ = static_cast<uint8_t*>(memory);
}

SharedTensors::~SharedTensors() {
    if (data_ != nullptr) munmap(data_, size_);
    unlink(path_.c_str());
}

std::optional<PythonReport> AskPython(const PythonProgram& program, const Json& request, const std::string& directory,
                                      const std::vector<Interpreter>& interpreters, const RunnerOptions& options,
                                      std::vector<std::string>& lacking) {
    for (const Interpreter& interpreter : interpreters) {
        Letters letters(directory);
        letters.files.Write(letters.request.path(), request.dump());
        const PythonCall call = CallOf(program, letters, options);
        Json report = CallPython(interpreter.program, call, letters.files).report;
        if (report.at("status") != "missing") return PythonReport{interpreter.program, std::move(report)};
        lacking.push_back(ReadReport(interpreter.program, call,
                                     [&] { return MissingModulesText(interpreter.program, report.at("modules")); }));
    }
    return std::nullopt;
}

Json HandOver(const Json& request, const std::string& directory, const std::vector<Interpreter>& interpreters,
              const RunnerOptions& options) {
    PythonProgram program{"", "PyPTO", kOtherRuntime};
    for (const auto& part : kPyptoHandoverTexts) program.text += part[1];
    std::vector<std::string> lacking;
    std::optional<PythonReport> answer = AskPython(program, request, directory, interpreters, options, lacking);
    if (answer) {
        if (answer->report.at("status") != "ok") ThrowOutcome(answer->interpreter, answer->report);
        return std::move(answer->report);
    }
    throw Error(ErrorKind::kToolchain,
                "runtime 'pypto' needs a Python with PyPTO: " +
                    (lacking.empty() ? std::string("there is no python3") : Join(lacking, "; ")),
                "install PyPTO, name its Python with PTO_PYTHON, or " + std::string(kOtherRuntime));
}

}  // namespace pto::run
