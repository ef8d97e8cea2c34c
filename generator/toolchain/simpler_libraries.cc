#include "generator/toolchain/simpler_libraries.h"

#include "base/error.h"

namespace pto::gen {

SimplerLibraries FindSimplerLibraries(const FileSystem& files, const std::string& root, const Platform& platform,
                                      const std::vector<RuntimeLayout>& runtimes) {
    const auto find = [&](const std::string& below) {
        const std::string path = root + "/build/lib/" + below;
        if (IsFile(files, path)) return path;
        throw Error(ErrorKind::kToolchain, Place{path, 0, 0, {}},
                    "not found, so that the runtime is not built for platform '" + platform.name + "'",
                    "run 'cd " + root + " && python3 simpler_setup/build_runtimes.py --platforms " + platform.name +
                        "', or pass --runtime embedded");
    };
    SimplerLibraries libraries;
    for (const RuntimeLayout& runtime : runtimes) {
        const std::string below = platform.arch + (platform.simulator ? "/sim/" : "/onboard/") + runtime.name + "/";
        libraries.runtimes.push_back({runtime.name, find(below + "libhost_runtime.so"),
                                      find(below + "libaicpu_kernel.so"),
                                      find(below + (platform.simulator ? "libaicore_kernel.so" : "aicore_kernel.o"))});
    }
    // Until 2026-08-18 all libraries of a runtime shared one that had the log.
    if (IsFile(files, root + "/src/common/log/CMakeLists.txt")) libraries.log = find("libsimpler_log.so");
    if (platform.simulator) {
        libraries.sim_context = find("libcpu_sim_context.so");
        return libraries;
    }
    // Since 2026-06-08; before, the host loaded what runs on the device's processor by itself.
    if (IsDirectory(files, root + "/src/common/aicpu_loader")) {
        libraries.dispatcher = find(platform.arch + "/dispatcher/libsimpler_aicpu_dispatcher.so");
    }
    const std::string warmup = root + "/build/lib/" + platform.arch + "/sdma_warmup/sdma_warmup_kernel.o";
    if (IsFile(files, warmup)) libraries.sdma_warmup = warmup;
    return libraries;
}

}  // namespace pto::gen
