#include "runtime/simpler/simpler_runner.h"

#include <cstring>
#include <optional>

#include "base/error.h"
#include "base/file_system.h"
#include "runtime/simpler/simpler_session.h"
#include "runtime/simpler/stderr_capture.h"
#include "runtime/simpler/time_limit.h"
#include "upstream/runtimes.h"

namespace pto::run {
namespace {

// This runtime executes the orchestration on the host, which reads tensors' values through their host memory and
// refuses those that are on the device only.
constexpr std::string_view kOrchestratesOnHost = kHostBuildGraph;

SimplerSession::Options SessionOptions(const Program& program, const RunnerOptions& options) {
    return {program.config.runtime, options.device, program.config.enable_sdma, options.log_level, options.names};
}

// Tensors live in device memory, so that Execute is the run alone, without the copies; where the runtime has to have
// them in host memory, it copies within the run.
class SimplerRunner : public Runner {
  public:
    SimplerRunner(const Manifest& manifest, const Program& program, const RunnerOptions& options)
        : title_("'" + program.name + "'"),
          on_device_(program.config.runtime != kOrchestratesOnHost),
          limit_(StoppingCapture(options)),
          directory_(options.diagnostics.Any() ? options.diagnostics.directory : ""),
          run_(MakeSimplerRun(program.config.aicpu_thread_num, program.config.block_dim, options.diagnostics)) {
        if (options.take_line) capture_.emplace(options.take_line);
        run_.output_prefix = directory_.c_str();
        if (!directory_.empty()) MakeDirectories(directory_);
        limit_.Run("loading " + title_, [&] {
            session_ = std::make_unique<SimplerSession>(manifest, SessionOptions(program, options));
            session_->AddProgram(0, program);
        });
    }

    void Place(const std::vector<Argument>& arguments) override {
        for (const Argument& argument : arguments) {
            if (argument.is_scalar) {
                scalars_.push_back(argument.scalar);
                continue;
            }
            const uint64_t bytes = argument.tensor.bytes.size();
            const TensorView view{argument.name, argument.dtype, argument.tensor.shape, {}};
            tensors_.push_back(DescribeTensor(view, AddressFor(bytes), bytes, on_device_));
            Fill(tensors_.back(), argument.tensor);
        }
    }

    void Reset(const std::vector<Argument>& arguments) override {
        ForOutputs(arguments,
                   [&](const Argument& argument, const PtoSimplerTensor& place) { Fill(place, argument.tensor); });
    }

    void Execute() override {
        run_.tensors = tensors_.data();
        run_.tensor_count = static_cast<uint32_t>(tensors_.size());
        run_.scalars = scalars_.data();
        run_.scalar_count = static_cast<uint32_t>(scalars_.size());
        limit_.Run(title_, [&] { session_->Run(run_); });
    }

    void Fetch(std::vector<Argument>& arguments) override {
        ForOutputs(arguments, [&](Argument& argument, const PtoSimplerTensor& place) {
            if (on_device_) {
                session_->CopyOut(argument.tensor.bytes.data(), place.address, place.bytes);
            } else {
                std::memcpy(argument.tensor.bytes.data(), reinterpret_cast<const void*>(place.address), place.bytes);
            }
        });
    }

  private:
    // 0 for nothing: the runtime does not look at the address of a tensor without elements.
    uint64_t AddressFor(uint64_t bytes) {
        if (bytes == 0) return 0;
        if (on_device_) return session_->Allocate(bytes);
        host_memory_.push_back(TensorBytes::Uninitialized(bytes));
        return reinterpret_cast<uint64_t>(host_memory_.back().data());
    }

    void Fill(const PtoSimplerTensor& place, const Tensor& tensor) {
        if (place.bytes == 0) return;
        if (on_device_) {
            session_->CopyIn(place.address, tensor.bytes.data(), place.bytes);
        } else {
            std::memcpy(reinterpret_cast<void*>(place.address), tensor.bytes.data(), place.bytes);
        }
    }

    // Calls `visit` with every Out and InOut argument that has data, and where the program has it.
    template <typename Arguments, typename Visit>
    void ForOutputs(Arguments& arguments, const Visit& visit) {
        size_t position = 0;
        for (auto& argument : arguments) {
            if (argument.is_scalar) continue;
            const PtoSimplerTensor& place = tensors_[position++];
            if (IsOutput(argument.direction) && place.bytes > 0) visit(argument, place);
        }
    }

    // What ends the process has something to say on stderr.
    RunnerOptions StoppingCapture(RunnerOptions options) {
        if (!options.take_line) return options;
        options.on_hang = [this, on_hang = std::move(options.on_hang)](const Error& error) {
            capture_->Stop();
            on_hang(error);
        };
        return options;
    }

    std::string title_;
    bool on_device_;
    std::optional<StderrCapture> capture_;  // outlives the session, which has last words
    TimeLimit limit_;
    std::string directory_;
    PtoSimplerRun run_;
    std::unique_ptr<SimplerSession> session_;
    std::vector<TensorBytes> host_memory_;
    std::vector<PtoSimplerTensor> tensors_;
    std::vector<uint64_t> scalars_;
};

}  // namespace

std::unique_ptr<Runner> CreateSimplerRunner(const Manifest& manifest, const Entry& entry,
                                            const RunnerOptions& options) {
    return std::make_unique<SimplerRunner>(manifest, *FindProgram(manifest, entry.program), options);
}

}  // namespace pto::run
