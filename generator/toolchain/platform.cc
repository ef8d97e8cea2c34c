#include "generator/toolchain/platform.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "upstream/platforms.h"

namespace pto::gen {
namespace {

const std::vector<Platform>& Platforms() {
    static const std::vector<Platform> kPlatforms = [] {
        std::vector<Platform> platforms;
        for (const PlatformRow& row : kPlatformRows) {
            platforms.push_back({std::string(row.name), std::string(row.backend), std::string(row.arch),
                                 std::string(row.ptoas_arch), std::string(row.core_arch), row.simulator});
        }
        return platforms;
    }();
    return kPlatforms;
}

}  // namespace

const Platform& FindPlatform(const std::string& name, const std::string& place) {
    for (const Platform& platform : Platforms()) {
        if (platform.name == name) return platform;
    }
    const std::vector<std::string> names = PlatformNames();
    const std::string suggestion = DidYouMean(name, names);
    throw Error(ErrorKind::kInput, Place{place, 0, 0, {}},
                "unknown platform '" + name + "', expected one of " + QuotedList(names),
                suggestion.empty() ? "choose one with --platform" : suggestion);
}

const Platform& DefaultPlatform(const std::string& backend) {
    const auto& platforms = Platforms();
    const auto simulates = [](const Platform& platform) { return platform.simulator; };
    for (const Platform& platform : platforms) {
        if (platform.backend == backend && platform.simulator) return platform;
    }
    return *std::find_if(platforms.begin(), platforms.end(), simulates);
}

std::string RecordedPlatform(const BuildDirectory& directory, std::string& file) {
    const CompiledMeta* meta = nullptr;
    if (directory.distributed) meta = &directory.distributed->common;
    for (const Program& program : directory.programs) {
        if (meta == nullptr && program.meta) meta = &*program.meta;
    }
    if (meta == nullptr) return {};
    file = directory.root + "/" + meta->file;
    return meta->platform.empty() ? DefaultPlatform(meta->backend).name : meta->platform;
}

}  // namespace pto::gen
