#include "generator/toolchain/platform.h"

#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace pto::gen {
namespace {

const Platform kPlatforms[] = {
    {"a2a3sim", "Ascend910B", "a2a3", "a3", "dav-c220", true},
    {"a2a3", "Ascend910B", "a2a3", "a3", "dav-c220", false},
    {"a5sim", "Ascend950", "a5", "a5", "dav-c310", true},
    {"a5", "Ascend950", "a5", "a5", "dav-c310", false},
};

}  // namespace

const Platform& FindPlatform(const std::string& name, const std::string& place) {
    std::vector<std::string> names;
    for (const Platform& platform : kPlatforms) {
        if (platform.name == name) return platform;
        names.push_back(platform.name);
    }
    const std::string suggestion = DidYouMean(name, names);
    throw Error(ErrorKind::kInput, Place{place, 0, 0, {}},
                "unknown platform '" + name + "', expected one of " + QuotedList(names),
                suggestion.empty() ? "choose one with --platform" : suggestion);
}

const Platform& DefaultPlatform(const std::string& backend) {
    for (const Platform& platform : kPlatforms) {
        if (platform.backend == backend && platform.simulator) return platform;
    }
    return kPlatforms[0];
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
