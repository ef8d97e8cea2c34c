#include "runtime/simpler/adapter_library.h"

#include <dlfcn.h>

#include <algorithm>

#include "base/error.h"
#include "base/file_system.h"

namespace pto::run {
namespace {

Place AdapterPlace(const std::string& path) {
    Place place;
    place.file = path;
    return place;
}

void RequireLibrary(const Manifest& manifest, const std::string& path) {
    if (IsFile(RealFileSystem(), path)) return;
    throw Error(ErrorKind::kToolchain, AdapterPlace(path),
                "no such file: the runtime in '" + manifest.simpler->root + "' is not built for " + manifest.platform,
                "run 'cd " + manifest.simpler->root + " && python3 simpler_setup/build_runtimes.py --platforms " +
                    manifest.platform + "'");
}

}  // namespace

const PtoSimplerAdapter& LoadAdapter(const std::string& path, const std::string& remedy) {
    const auto refuse = [&](const std::string& what) -> const PtoSimplerAdapter& {
        throw Error(ErrorKind::kToolchain, AdapterPlace(path), what, remedy);
    };
    if (!IsFile(RealFileSystem(), path)) return refuse("no such file: the adapter to the runtime is not built");
    // Without a slash the search path of the loader would be asked.
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::string reason = dlerror();
        if (reason.starts_with(file + ": ")) reason.erase(0, file.size() + 2);
        return refuse("cannot be loaded: " + reason);
    }
    const auto function = reinterpret_cast<PtoSimplerFunction>(dlsym(library, PTO_SIMPLER_SYMBOL));
    if (function == nullptr) return refuse("is no adapter to the runtime: it has no '" PTO_SIMPLER_SYMBOL "'");
    const PtoSimplerAdapter* adapter = function();
    if (adapter->version != PTO_SIMPLER_VERSION) {
        return refuse("speaks version " + std::to_string(adapter->version) + " of the adapter's interface, expected " +
                      std::to_string(PTO_SIMPLER_VERSION));
    }
    return *adapter;
}

PtoSimplerLibraries FindSimplerLibraries(const Manifest& manifest, const std::string& runtime) {
    const Simpler& simpler = *manifest.simpler;
    const auto found = std::find_if(simpler.runtimes.begin(), simpler.runtimes.end(),
                                    [&](const SimplerRuntime& r) { return r.name == runtime; });
    for (const std::string* path : {&found->host_runtime, &found->aicpu_kernel, &found->aicore_kernel}) {
        RequireLibrary(manifest, *path);
    }
    for (const std::string* path : {&simpler.sim_context, &simpler.dispatcher, &simpler.sdma_warmup, &simpler.log}) {
        if (!path->empty()) RequireLibrary(manifest, *path);
    }
    return {found->host_runtime.c_str(), found->aicpu_kernel.c_str(), found->aicore_kernel.c_str(),
            simpler.dispatcher.c_str(),  simpler.sim_context.c_str(), simpler.sdma_warmup.c_str(),
            simpler.log.c_str()};
}

}  // namespace pto::run
