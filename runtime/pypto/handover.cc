#include "runtime/pypto/handover.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"

namespace pto::run {
namespace {

constexpr uint64_t kAlignment = 64;

std::string Absolute(const Manifest& manifest, const std::string& path) {
    const std::string here = path.empty() ? manifest.directory : manifest.Resolve(path);
    return std::filesystem::absolute(here).lexically_normal().string();
}

// As PyPTO passes scalars: the three small floating types as a C float, see scalar.h.
std::string CTypeOf(const DType& dtype) {
    const std::string name(dtype.name);
    if (name == "bool") return "c_bool";
    if (name == "fp64") return "c_double";
    if (name == "fp32" || name == "fp16" || name == "bfloat16") return "c_float";
    return "c_" + (name == "index" ? "int64" : name);
}

Json TensorPlace(const Argument& argument, uint64_t offset) {
    if (argument.dtype->torch.empty()) {
        throw Error(ErrorKind::kToolchain,
                    "argument '" + argument.name + "' is " + std::string(argument.dtype->name) +
                        ", which torch has no name for, so that it cannot be given to PyPTO",
                    "choose --runtime embedded or --runtime simpler");
    }
    return {{"dtype", std::string(argument.dtype->torch)},
            {"shape", argument.tensor.shape},
            {"offset", offset},
            {"bytes", argument.tensor.bytes.size()}};
}

Json ArgumentJson(const Argument& argument, uint64_t offset) {
    if (!argument.is_scalar) return {{"name", argument.name}, {"tensor", TensorPlace(argument, offset)}};
    return {{"name", argument.name},
            {"scalar", {{"ctype", CTypeOf(*argument.dtype)}, {"bits", fmt::format("0x{:016x}", argument.scalar)}}}};
}

Json ArgumentsJson(const std::vector<Argument>& arguments, const DataLayout& layout) {
    Json json = Json::array();
    for (size_t i = 0; i < arguments.size(); ++i) json.push_back(ArgumentJson(arguments[i], layout.offsets[i]));
    return json;
}

Json ProgramRequest(const Manifest& manifest, const Program& program) {
    Json kernels = Json::object();
    for (const Kernel& kernel : program.kernels) {
        kernels[std::to_string(kernel.func_id)] = Absolute(manifest, kernel.binary);
    }
    return {{"directory", Absolute(manifest, program.directory)},
            {"runtime", program.config.runtime},
            {"kernels", std::move(kernels)},
            {"orchestration", Absolute(manifest, program.orchestration.binary)}};
}

// Fields of PyPTO's RunConfig; those that are not asked for keep its defaults.
Json DiagnosticsJson(const Diagnostics& diagnostics) {
    Json json = Json::object();
    if (diagnostics.swimlane_level > 0) json["enable_chip_swimlane"] = diagnostics.swimlane_level;
    if (diagnostics.dump_args > 0) json["enable_dump_args"] = diagnostics.dump_args;
    if (diagnostics.pmu > 0) json["enable_pmu"] = diagnostics.pmu;
    if (diagnostics.dep_gen) json["enable_dep_gen"] = true;
    if (diagnostics.scope_stats) json["enable_scope_stats"] = true;
    return json;
}

}  // namespace

DataLayout LayOut(const std::vector<Argument>& arguments) {
    DataLayout layout;
    for (const Argument& argument : arguments) {
        layout.offsets.push_back(layout.size);
        if (argument.is_scalar) continue;
        layout.size += (argument.tensor.bytes.size() + kAlignment - 1) / kAlignment * kAlignment;
    }
    return layout;
}

Json ArgumentsRequest(const std::vector<Argument>& arguments, const DataLayout& layout, const std::string& data_file) {
    return {{"data", data_file}, {"arguments", ArgumentsJson(arguments, layout)}, {"expected", Json::array()}};
}

Json ReplayRequest(const Manifest& manifest, const Entry& entry, const std::vector<Argument>& arguments,
                   const DataLayout& layout, const std::string& data_file, const RunnerOptions& options) {
    const Program* one = FindProgram(manifest, entry.program);
    Json programs = Json::array();
    for (const Program& program : manifest.programs) {
        if (one == nullptr || one == &program) programs.push_back(ProgramRequest(manifest, program));
    }
    const std::vector<int64_t> devices =
        manifest.distributed ? manifest.distributed->device_ids : std::vector<int64_t>{options.device};
    return {{"action", "replay"},
            {"directory", Absolute(manifest, one == nullptr ? "" : one->directory)},
            {"platform", manifest.platform},
            {"device_id", devices.front()},
            {"log_level", options.log_level},
            {"log_sync_pypto", options.log_sync_pypto},
            {"diagnostics", DiagnosticsJson(options.diagnostics)},
            {"data", data_file},
            {"arguments", ArgumentsJson(arguments, layout)},
            {"expected", Json::array()},
            {"programs", std::move(programs)}};
}

Json ValidateIrRequest(const Manifest& manifest, const std::vector<Argument>& arguments,
                       const std::vector<Argument>& expected, const DataLayout& layout, const std::string& data_file,
                       const HandoverTolerances& tolerances) {
    Json values = Json::array();
    for (size_t i = 0; i < expected.size(); ++i) {
        values.push_back(ArgumentJson(expected[i], layout.offsets[arguments.size() + i]));
    }
    Json given = Json::object();
    if (tolerances.rtol) given["rtol"] = *tolerances.rtol;
    if (tolerances.atol) given["atol"] = *tolerances.atol;
    return {{"action", "validate_ir"},
            {"directory", Absolute(manifest, "")},
            {"data", data_file},
            {"arguments", ArgumentsJson(arguments, layout)},
            {"expected", std::move(values)},
            {"tolerances", std::move(given)}};
}

}  // namespace pto::run
