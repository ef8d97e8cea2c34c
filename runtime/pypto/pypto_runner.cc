#include "runtime/pypto/pypto_runner.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/file_system.h"
#include "runtime/pypto/pypto_process.h"
#include "tensors/safetensors.h"

namespace pto::run {
namespace {

void CopyIn(const std::vector<Argument>& arguments, const DataLayout& layout, size_t first, bool outputs_only,
            SharedTensors& shared) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Argument& argument = arguments[i];
        if (argument.tensor.bytes.empty() || (outputs_only && !IsOutput(argument.direction))) continue;
        std::memcpy(shared.data() + layout.offsets[first + i], argument.tensor.bytes.data(),
                    argument.tensor.bytes.size());
    }
}

// The passes know the parameters' own names.
std::vector<Argument> ExpectedArguments(const Inputs& inputs, const std::string& file) {
    std::vector<Argument> expected;
    SafetensorsFile values = ReadSafetensors(file);
    for (Tensor& tensor : values.tensors) {
        const auto& golden = inputs.golden_names;
        const auto found = std::find(golden.begin(), golden.end(), tensor.name);
        const auto position = static_cast<size_t>(found - golden.begin());
        const std::string name = found == golden.end() ? tensor.name : inputs.arguments.at(position).name;
        const DType* dtype = tensor.dtype;
        expected.push_back({name, Direction::kOut, false, dtype, 0, std::move(tensor)});
    }
    return expected;
}

class PyptoRunner : public Runner {
  public:
    PyptoRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options)
        : manifest_(manifest), entry_(entry), options_(options), interpreters_(FindInterpreters()) {}

    void Place(const std::vector<Argument>& arguments) override {
        layout_ = LayOut(arguments);
        shared_ = std::make_unique<SharedTensors>(manifest_.directory, layout_.size);
        request_ = ReplayRequest(manifest_, entry_, arguments, layout_, shared_->path(), options_);
        CopyIn(arguments, layout_, 0, false, *shared_);
    }

    void Reset(const std::vector<Argument>& arguments) override { CopyIn(arguments, layout_, 0, true, *shared_); }

    void Execute() override {
        const Json report = HandOver(request_, manifest_.directory, interpreters_, options_);
        if (!report.at("trusted").get<bool>() && options_.log) {
            options_.log("PyPTO cannot tell the revision of its runtime or of PTO-ISA, so it has compiled again");
        }
    }

    void Fetch(std::vector<Argument>& arguments) override {
        for (size_t i = 0; i < arguments.size(); ++i) {
            Argument& argument = arguments[i];
            if (!IsOutput(argument.direction) || argument.tensor.bytes.empty()) continue;
            std::memcpy(argument.tensor.bytes.data(), shared_->data() + layout_.offsets[i],
                        argument.tensor.bytes.size());
        }
    }

  private:
    const Manifest& manifest_;
    const Entry& entry_;
    RunnerOptions options_;
    std::vector<Interpreter> interpreters_;
    DataLayout layout_;
    Json request_;
    std::unique_ptr<SharedTensors> shared_;
};

}  // namespace

std::unique_ptr<Runner> CreatePyptoRunner(const Manifest& manifest, const Entry& entry, const RunnerOptions& options) {
    if (entry.IsPart()) {
        throw Error(ErrorKind::kToolchain, "runtime 'pypto' runs a distributed program as a whole only",
                    "run 'ninja -C " + manifest.directory + " replay'");
    }
    return std::make_unique<PyptoRunner>(manifest, entry, options);
}

void ValidateIr(const Manifest& manifest, const Inputs& inputs, const std::string& expected_file,
                const HandoverTolerances& tolerances, const RunnerOptions& options) {
    const std::string dumps = manifest.Resolve("passes_dump");
    if (!IsDirectory(RealFileSystem(), dumps)) {
        ThrowInput(dumps, "no such directory, so that --validate-ir has nothing to check",
                   "recompile the program with dump_passes=True");
    }
    const std::vector<Argument>& arguments = inputs.arguments;
    const std::vector<Argument> expected = ExpectedArguments(inputs, expected_file);
    std::vector<Argument> all = arguments;
    all.insert(all.end(), expected.begin(), expected.end());
    const DataLayout layout = LayOut(all);
    SharedTensors shared(manifest.directory, layout.size);
    CopyIn(all, layout, 0, false, shared);
    HandOver(ValidateIrRequest(manifest, arguments, expected, layout, shared.path(), tolerances), manifest.directory,
             FindInterpreters(), options);
}

}  // namespace pto::run
