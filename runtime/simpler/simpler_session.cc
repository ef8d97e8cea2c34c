#include "runtime/simpler/simpler_session.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "base/file_system.h"
#include "base/text.h"
#include "runtime/simpler/adapter_library.h"
#include "runtime/simpler/loaded_copies.h"

namespace pto::run {
namespace {

struct SimplerLogLevel {
    std::string_view name;
    int threshold;  // of the runtime, which keeps messages of this severity and above
};
constexpr SimplerLogLevel kSimplerLogLevels[] = {
    {"debug", 10}, {"info", 20}, {"timing", 25}, {"warn", 30}, {"error", 40}, {"null", 60},
};

constexpr std::string_view kSignatureWords[] = {"SCALAR", "IN", "OUT", "INOUT"};  // by kPtoSimplerScalar, ...

std::vector<int32_t> SignatureOf(const std::string& owner, const std::vector<std::string>& words) {
    std::vector<int32_t> signature;
    for (const std::string& word : words) {
        const auto* found = std::find(std::begin(kSignatureWords), std::end(kSignatureWords), word);
        if (found == std::end(kSignatureWords)) {
            throw Error(ErrorKind::kInput, "'" + owner + "' has '" + word + "' in its signature, expected one of " +
                                               QuotedList({std::begin(kSignatureWords), std::end(kSignatureWords)}));
        }
        signature.push_back(static_cast<int32_t>(found - std::begin(kSignatureWords)));
    }
    return signature;
}

uint32_t NarrowSize(const TensorView& view, int64_t value) {
    if (value <= std::numeric_limits<uint32_t>::max()) return static_cast<uint32_t>(value);
    throw Error(ErrorKind::kInput, "argument '" + std::string(view.name) + "' has shape " + ShapeText(view.shape) +
                                       ", the runtime takes sizes below 4294967296 only");
}

// What a callable of the adapter points into.
struct LoadedKernel {
    std::string binary;
    std::vector<int32_t> signature;
};

std::string ReadBinary(const Manifest& manifest, const std::string& binary) {
    const RealFileSystem files;
    Place place;
    place.file = manifest.Resolve(binary);
    if (IsFile(files, place.file)) return files.Read(place.file);
    throw Error(ErrorKind::kToolchain, place, "no such file: the program is not built",
                "run 'ninja -C " + manifest.directory + " ready'");
}

PtoSimplerKernel DescribeKernel(const Kernel& kernel, const LoadedKernel& loaded) {
    return {static_cast<int32_t>(kernel.func_id), loaded.binary.data(), static_cast<uint32_t>(loaded.binary.size()),
            loaded.signature.data(), static_cast<uint32_t>(loaded.signature.size())};
}

const PtoSimplerAdapter& AdapterOf(const Manifest& manifest) {
    return LoadAdapter(manifest.Resolve(manifest.simpler->adapter), "run 'ninja -C " + manifest.directory + " ready'");
}

}  // namespace

int SimplerLogThreshold(const std::string& level) {
    for (const SimplerLogLevel& known : kSimplerLogLevels) {
        if (known.name == level) return known.threshold;
    }
    return SimplerLogThreshold("warn");
}

PtoSimplerTensor DescribeTensor(const TensorView& view, uint64_t address, uint64_t bytes, bool on_device) {
    const std::string name = "argument '" + std::string(view.name) + "'";
    if (view.dtype->runtime_code < 0) {
        throw Error(ErrorKind::kInput,
                    name + " is of type " + std::string(view.dtype->name) + ", which the runtime does not know");
    }
    if (view.shape.size() > PTO_SIMPLER_MAX_DIMENSIONS) {
        throw Error(ErrorKind::kInput, name + " has " + std::to_string(view.shape.size()) +
                                           " dimensions, the runtime takes at most " +
                                           std::to_string(PTO_SIMPLER_MAX_DIMENSIONS));
    }
    PtoSimplerTensor result{};
    result.address = address;
    result.bytes = bytes;
    result.on_device = on_device ? 1 : 0;
    result.dtype = view.dtype->runtime_code;
    result.rank = std::max(static_cast<uint32_t>(view.shape.size()), 1U);
    result.shape[0] = result.strides[0] = 1;
    int64_t dense = 1;
    for (size_t i = view.shape.size(); i-- > 0;) {
        result.shape[i] = NarrowSize(view, view.shape[i]);
        result.strides[i] = NarrowSize(view, view.strides.empty() ? dense : view.strides[i]);
        dense *= view.shape[i];
    }
    return result;
}

PtoSimplerRun MakeSimplerRun(int64_t aicpu_thread_num, int64_t block_dim, const Diagnostics& diagnostics) {
    PtoSimplerRun run{};
    run.aicpu_thread_num = static_cast<int32_t>(aicpu_thread_num);
    run.block_dim = static_cast<int32_t>(block_dim);
    run.swimlane_level = diagnostics.swimlane_level;
    run.dump_args = diagnostics.dump_args;
    run.pmu = diagnostics.pmu;
    run.dep_gen = diagnostics.dep_gen ? 1 : 0;
    run.scope_stats = diagnostics.scope_stats ? 1 : 0;
    run.output_prefix = "";
    return run;
}

SimplerSession::SimplerSession(const Manifest& manifest, const Options& options)
    : manifest_(manifest), adapter_(AdapterOf(manifest)), names_(options.names) {
    PtoSimplerOpenOptions open{};
    open.libraries = FindSimplerLibraries(manifest, options.runtime);
    open.device_id = options.device;
    open.log_threshold = SimplerLogThreshold(options.log_level);
    open.enable_sdma = options.enable_sdma ? 1 : 0;
    session_ = adapter_.open(&open);
    Check(session_ == nullptr ? -1 : 0, "start on device " + std::to_string(options.device));
}

SimplerSession::~SimplerSession() {
    for (const uint64_t address : allocated_) adapter_.device_free(session_, address);
    adapter_.close(session_);
}

void SimplerSession::Check(int status, std::string_view action) const {
    if (status == 0) return;
    throw Error(
        ErrorKind::kToolchain,
        "the runtime '" + manifest_.simpler->root + "' cannot " + std::string(action) + ": " + adapter_.last_error(),
        "its own messages are above; " + names_.more_messages + " shows more");
}

void SimplerSession::AddProgram(int id, const Program& program) {
    const std::string orchestration = ReadBinary(manifest_, program.orchestration.binary);
    const std::vector<int32_t> signature = SignatureOf(program.name, program.orchestration.signature);
    std::vector<LoadedKernel> loaded;
    for (const Kernel& kernel : program.kernels) {
        loaded.push_back({ReadBinary(manifest_, kernel.binary), SignatureOf(kernel.name, kernel.signature)});
    }
    std::vector<PtoSimplerKernel> kernels;
    for (size_t i = 0; i < loaded.size(); ++i) kernels.push_back(DescribeKernel(program.kernels[i], loaded[i]));

    PtoSimplerCallable callable{};
    callable.entry = program.orchestration.function_name.c_str();
    callable.binary = orchestration.data();
    callable.binary_bytes = static_cast<uint32_t>(orchestration.size());
    callable.signature = signature.data();
    callable.signature_count = static_cast<uint32_t>(signature.size());
    callable.kernels = kernels.data();
    callable.kernel_count = static_cast<uint32_t>(kernels.size());
    Check(adapter_.add_callable(session_, id, &callable), "load '" + program.name + "'");
    RemoveLoadedCopies(getpid());
}

void SimplerSession::Run(const PtoSimplerRun& run) {
    Check(adapter_.run(session_, &run), "run the program");
    if (has_run_) return;
    has_run_ = true;
    RemoveLoadedCopies(getpid());  // some are loaded by the first run
}

uint64_t SimplerSession::Allocate(uint64_t bytes) {
    uint64_t address = 0;
    Check(adapter_.device_malloc(session_, bytes, &address), "allocate " + std::to_string(bytes) + " bytes");
    allocated_.push_back(address);
    return address;
}

void SimplerSession::CopyIn(uint64_t address, const void* from, uint64_t bytes) {
    Check(adapter_.copy_to_device(session_, address, from, bytes), "copy to the device");
}

void SimplerSession::CopyOut(void* to, uint64_t address, uint64_t bytes) const {
    Check(adapter_.copy_from_device(session_, to, address, bytes), "copy from the device");
}

void SimplerSession::JoinRanks(int rank, int rank_count, const std::string& rootinfo_path) {
    Check(adapter_.comm_init(session_, rank, rank_count, rootinfo_path.c_str(), &communicator_), "join the ranks");
}

SimplerSession::Window SimplerSession::JoinDomain(const PtoSimplerDomain& domain) {
    Window window;
    Check(adapter_.comm_allocate(session_, communicator_, &domain, &window.context, &window.address),
          "allocate the windows of a domain");
    domains_.push_back(domain);
    return window;
}

void SimplerSession::LeaveRanks() {
    for (const PtoSimplerDomain& domain : domains_) {
        Check(adapter_.comm_release(session_, communicator_, &domain), "release the windows of a domain");
    }
    domains_.clear();
    Check(adapter_.comm_destroy(session_, communicator_), "leave the ranks");
}

}  // namespace pto::run
