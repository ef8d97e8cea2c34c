#include "runtime/hooks/run_py_compare.h"

#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runtime/pypto/handover.h"
#include "runtime/pypto/pypto_process.h"
#include "templates/run_py_compare_text.h"

namespace pto::run {
namespace {

constexpr char kRunPyFunction[] = "_user_compare";
constexpr char kLeaveOut[] = "pass --no-hooks";

void CheckTypes(const std::string& source, const std::vector<Argument>& arguments) {
    for (const Argument& argument : arguments) {
        if (argument.is_scalar || !argument.dtype->torch.empty()) continue;
        ThrowInput(source,
                   "argument '" + argument.name + "' is " + std::string(argument.dtype->name) +
                       ", which torch has no name for, so that _user_compare cannot get it",
                   kLeaveOut);
    }
}

void UseBlockedShapes(const std::vector<Param>& recorded, Json& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (!recorded[i].IsNz()) continue;
        Json& shape = arguments[i].at("tensor").at("shape");
        const auto blocked = BlockNzShape(shape.get<std::vector<int64_t>>(), *recorded[i].dtype);
        if (blocked) shape = *blocked;
    }
}

// "run.py:12: ".
std::string LineText(const std::string& source, int line) {
    return line == 0 ? "" : std::filesystem::path(source).filename().string() + ":" + std::to_string(line) + ": ";
}

}  // namespace

RunPyComparison CompareWithRunPy(const Manifest& manifest, const RunPyFiles& run_py,
                                 const std::vector<Argument>& arguments, const std::vector<Param>* recorded,
                                 const std::vector<Interpreter>& interpreters, const RunnerOptions& options) {
    const std::string source = manifest.Resolve(run_py.source);
    CheckTypes(source, arguments);
    const DataLayout layout = LayOut(arguments);
    SharedTensors shared(manifest.directory, layout.size);
    for (size_t i = 0; i < arguments.size(); ++i) {
        const TensorBytes& bytes = arguments[i].tensor.bytes;
        if (!bytes.empty()) std::memcpy(shared.data() + layout.offsets[i], bytes.data(), bytes.size());
    }
    Json request = ArgumentsRequest(arguments, layout, shared.path());
    if (recorded != nullptr) UseBlockedShapes(*recorded, request.at("arguments"));
    request["source"] = std::filesystem::absolute(source).lexically_normal().string();
    PythonProgram program{"", std::string(kRunPyFunction) + " of " + run_py.source, kLeaveOut};
    for (const auto& part : kRunPyCompareTexts) program.text += part[1];
    std::vector<std::string> lacking;
    const std::optional<PythonReport> answer =
        AskPython(program, request, manifest.directory, interpreters, options, lacking);
    if (!answer) {
        const std::string missing = lacking.empty() ? "there is no python3" : Join(lacking, "; ");
        return {std::nullopt,
                program.name + " was not called: " + missing + "; PTO_PYTHON names a Python that has what it needs"};
    }
    const Json& report = answer->report;
    if (report.at("status") == "ok") return {UserVerdict{kRunPyFunction, run_py.source, ""}, ""};
    const auto message = report.at("message").get<std::string>();
    const int line = report.at("line").get<int>();
    if (report.at("status") == "raised") {
        return {UserVerdict{kRunPyFunction, run_py.source, LineText(source, line) + message}, ""};
    }
    throw Error(ErrorKind::kInput, Place{source, line, 0, {}}, message, "correct it, or " + std::string(kLeaveOut));
}

}  // namespace pto::run
