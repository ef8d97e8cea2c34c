#include "runtime/embedded_runner/embedded_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>

#include "runtime/core/changed_inputs.h"
#include "runtime/core/process_state.h"
#include "runtime/dfx/program_probe.h"
#include "runtime/embedded/activity.h"
#include "runtime/embedded/engine.h"

namespace pto::run {
namespace {

struct LogLevel {
    std::string_view name;   // as the user gives it
    std::string_view label;  // as lines start
    int level;
};
constexpr LogLevel kLogLevels[] = {
    {"debug", "DEBUG", pto_ninja::kLogDebug},    {"info", "INFO", pto_ninja::kLogInfo},
    {"timing", "TIMING", pto_ninja::kLogTiming}, {"warn", "WARN", pto_ninja::kLogWarn},
    {"error", "ERROR", pto_ninja::kLogError},
};

const LogLevel& FindLogLevel(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(kLogLevels), std::end(kLogLevels), [&](const LogLevel& l) { return l.name == name; });
    return found == std::end(kLogLevels) ? FindLogLevel("warn") : *found;
}

std::string_view LogLabel(int level) {
    const auto* found =
        std::find_if(std::begin(kLogLevels), std::end(kLogLevels), [&](const LogLevel& l) { return l.level == level; });
    return found == std::end(kLogLevels) ? "LOG" : found->label;
}

}  // namespace

embedded::ProgramFiles FilesOf(const Manifest& manifest, const Program& program) {
    embedded::ProgramFiles files;
    files.orchestration_path = manifest.Resolve(program.orchestration.binary);
    files.entry_symbol = program.orchestration.function_name;
    files.platform = manifest.platform;
    for (const Kernel& kernel : program.kernels) {
        const auto core = kernel.core_type == "aic" ? pto_ninja::CoreKind::kAic : pto_ninja::CoreKind::kAiv;
        files.kernels.push_back({static_cast<int>(kernel.func_id), kernel.name, core, manifest.Resolve(kernel.binary)});
    }
    return files;
}

embedded::RunOptions EngineOptions(const RunnerOptions& options) {
    embedded::RunOptions result;
    result.time_limit =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(options.timeout_seconds));
    result.time_limit_name = options.names.time_limit;
    result.on_hang = options.on_hang;
    result.log_level = FindLogLevel(options.log_level).level;
    if (options.log && options.log_level != "null") {
        result.log = [sink = options.log](int level, std::string_view function, std::string_view message) {
            sink(fmt::format("[{}] {}: {}", LogLabel(level), function, message));
        };
    }
    return result;
}

std::vector<std::string> FloatNotes(const std::set<std::string>& who) {
    std::vector<std::string> notes;
    for (const std::string& name : who) {
        notes.push_back(
            PutBackNote(name, {"how floating-point numbers are computed (rounding, traps or denormal numbers)"}));
    }
    return notes;
}

namespace {

class EmbeddedRunner : public Runner {
  public:
    EmbeddedRunner(const Program& described, std::shared_ptr<const embedded::Program> program,
                   const RunnerOptions& options)
        : described_(described),
          memory_(std::make_shared<embedded::DeviceMemory>()),
          engine_(std::move(program), memory_, options.workers),
          diagnostics_(options.diagnostics),
          options_(EngineOptions(options)) {}

    void Place(const std::vector<Argument>& arguments) override {
        for (const Argument& argument : arguments) {
            if (argument.is_scalar) {
                arguments_.scalars.push_back(argument.scalar);
                places_.push_back(nullptr);
                continue;
            }
            const Tensor& tensor = argument.tensor;
            void* data = memory_->Allocate(argument.name, tensor.bytes.size());
            places_.push_back(static_cast<uint8_t*>(data));
            if (!tensor.bytes.empty()) std::memcpy(data, tensor.bytes.data(), tensor.bytes.size());
            arguments_.tensors.push_back({argument.name, argument.dtype, tensor.shape, {}, data});
        }
    }

    void Reset(const std::vector<Argument>& arguments) override {
        for (size_t i = 0; i < arguments.size(); ++i) {
            const TensorBytes& bytes = arguments[i].tensor.bytes;
            if (!changed_.NeedsCopy(arguments, i) || bytes.empty()) continue;
            std::memcpy(places_[i], bytes.data(), bytes.size());
        }
    }

    std::vector<size_t> FindChangedInputs(const std::vector<Argument>& arguments) override {
        changed_.Look(arguments, [this](size_t argument) { return places_[argument]; });
        return changed_.All();
    }

    void Execute() override {
        ProgramProbe probe(diagnostics_, described_, diagnostics_.directory);
        options_.observer = probe.observer();
        try {
            const embedded::ActivityScope activity(embedded::Phase::kRunning, engine_.fault_text());
            changed_floats_ = engine_.Run(arguments_, options_).changed_floats;
        } catch (const Error&) {
            WriteRemains(probe, engine_);
            throw;
        }
        RealFileSystem files;
        probe.Write(files, engine_, false);
    }

    std::vector<std::string> Notes() const override { return FloatNotes(changed_floats_); }

    void Fetch(std::vector<Argument>& arguments) override {
        for (size_t i = 0; i < arguments.size(); ++i) {
            TensorBytes& bytes = arguments[i].tensor.bytes;
            if (IsOutput(arguments[i].direction) && !bytes.empty()) std::memcpy(bytes.data(), places_[i], bytes.size());
        }
    }

  private:
    const Program& described_;
    std::shared_ptr<embedded::DeviceMemory> memory_;
    embedded::Engine engine_;
    const Diagnostics diagnostics_;
    embedded::RunOptions options_;
    embedded::RunArguments arguments_;
    std::vector<uint8_t*> places_;  // of the arguments; null for scalars
    ChangedInputs changed_;
    std::set<std::string> changed_floats_;
};

}  // namespace

std::unique_ptr<Runner> CreateEmbeddedRunner(const Manifest& manifest, const Entry& entry,
                                             const RunnerOptions& options) {
    const Program* program = FindProgram(manifest, entry.program);
    return std::make_unique<EmbeddedRunner>(*program, embedded::Program::Load(FilesOf(manifest, *program)), options);
}

}  // namespace pto::run
