#include "generator/splice/splice_plan.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "generator/splice/splice.h"
#include "generator/splice/splice_signature.h"

namespace pto::gen {
namespace {

bool Contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// A function may have moved to another unit, which then feeds its kernel.
bool DefinedElsewhere(const FileSystem& files, const UnitPaths& paths, const std::string& function) {
    const std::filesystem::path directory = std::filesystem::path(paths.pto).parent_path();
    for (const std::string& name : files.List(paths.OnDisk(directory.string()))) {
        const std::string path = (directory / name).string();
        if (path == paths.pto || !name.ends_with(".pto")) continue;
        if (files.Read(paths.OnDisk(path)).find("@" + function + "(") != std::string::npos) return true;
    }
    return false;
}

// KernelsOf, which takes a function without a kernel for a helper, for functions of which more is known.
std::vector<std::string> PresentKernels(const FileSystem& files, const UnitPaths& paths, const SpliceRequest& request,
                                        const std::string& function) {
    std::vector<std::string> kernels = KernelsOf(files, paths, function);
    for (const char* core : {"aic", "aiv"}) {
        const std::string kernel = KernelPath(paths, core, function);
        const bool expected = kernels.empty() || (request.bodies.contains(kernel) && !Contains(kernels, kernel));
        if (!expected || !request.listed || !Contains(request.listed(), kernel)) continue;
        if (IsFile(files, paths.OnDisk(kernel))) {
            if (!kernels.empty()) continue;               // its sentinels are gone
            kernels = KernelsOf(files, paths, function);  // it is back
            continue;
        }
        ThrowInput(kernel, "is not there, and " + paths.pto + " has a body for it; no file was changed",
                   "put it back and build again, or recompile with ir.compile()");
    }
    return kernels;
}

void CheckNoneVanished(const FileSystem& files, const UnitPaths& paths, const SpliceRequest& request,
                       const std::vector<std::string>& functions) {
    for (const std::string& function : FindFunctions(UniversalNewlines(request.old_raw))) {
        if (Contains(functions, function)) continue;
        const std::vector<std::string> kernels = PresentKernels(files, paths, request, function);
        if (kernels.empty() || DefinedElsewhere(files, paths, function)) continue;
        ThrowInput(paths.pto, "no longer defines '" + function + "', but " + kernels.front() + " is its kernel",
                   "give the function its name back, or recompile with ir.compile()");
    }
}

struct Kernel {
    std::string path;
    std::string function;
    std::string text;
};

// The new text, or nothing when the kernel stays as it is.
std::optional<std::string> ReplaceAll(const UnitPaths& paths, const SpliceRequest& request, const Kernel& kernel) {
    const KernelParts parts = SplitKernel(kernel.text, kernel.path);
    const std::string body = BodyFor(parts, kernel.function, request.raw, kernel.path);
    if (HasBody(parts, body)) return std::nullopt;
    if (request.old_raw_spliced && TryBodyFor(parts, kernel.function, request.old_raw, kernel.path) == body) {
        return std::nullopt;
    }
    CheckSignature({kernel.path, kernel.text, parts, kernel.function, body, request.old_raw, paths.pto});
    return SpliceBody(parts, body);
}

bool HasBodyOf(const std::map<std::string, std::string>& bodies, const Kernel& kernel) {
    const auto found = bodies.find(kernel.path);
    return found != bodies.end() && found->second == BodyHash(kernel.text);
}

bool MayReplace(const SpliceRequest& request, const Kernel& kernel, const KernelParts& parts) {
    if (HasBodyOf(request.writing, kernel)) return true;
    if (request.policy == SplicePolicy::kUnedited) {
        const auto old = TryBodyFor(parts, kernel.function, request.old_raw, kernel.path);
        return !request.old_raw.empty() && old && HasBody(parts, *old);
    }
    return request.untouched && HasBodyOf(request.bodies, kernel);
}

std::optional<std::string> ReplaceGently(const UnitPaths& paths, const SpliceRequest& request, const Kernel& kernel,
                                         std::vector<std::string>& kept) {
    const std::optional<KernelParts> parts = TrySplitKernel(kernel.text);
    if (!parts) return std::nullopt;
    const std::string body = BodyFor(*parts, kernel.function, request.raw, kernel.path);
    if (HasBody(*parts, body)) return std::nullopt;
    if (!MayReplace(request, kernel, *parts)) {
        kept.push_back(kernel.path);
        return std::nullopt;
    }
    CheckSignature({kernel.path, kernel.text, *parts, kernel.function, body, request.old_raw, paths.pto});
    return SpliceBody(*parts, body);
}

}  // namespace

SplicePlan PlanSplice(const FileSystem& files, const UnitPaths& paths, const SpliceRequest& request) {
    const std::vector<std::string> functions = FindFunctions(UniversalNewlines(request.raw));
    if (request.policy == SplicePolicy::kAll) CheckNoneVanished(files, paths, request, functions);
    SplicePlan plan;
    for (const std::string& function : functions) {
        for (const std::string& path : PresentKernels(files, paths, request, function)) {
            const Kernel kernel{path, function, files.Read(paths.OnDisk(path))};
            const std::optional<std::string> text = request.policy == SplicePolicy::kAll
                                                        ? ReplaceAll(paths, request, kernel)
                                                        : ReplaceGently(paths, request, kernel, plan.kept);
            if (text) plan.rewrites.push_back({path, kernel.text, *text});
            if (const auto hash = BodyHash(text ? *text : kernel.text)) plan.bodies[path] = *hash;
        }
    }
    return plan;
}

}  // namespace pto::gen
