#include "generator/toolchain/runtime_kind.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr RuntimeKind kRuntimeKinds[] = {RuntimeKind::kEmbedded, RuntimeKind::kSimpler, RuntimeKind::kPyPto};

}  // namespace

const char* RuntimeName(RuntimeKind runtime) {
    switch (runtime) {
        case RuntimeKind::kEmbedded:
            return "embedded";
        case RuntimeKind::kSimpler:
            return "simpler";
        case RuntimeKind::kPyPto:
            return "pypto";
    }
    return "embedded";
}

RuntimeKind ChosenRuntime(const GenerateOptions& options) {
    if (options.runtime.empty()) {
        return options.simpler_root.Path().empty() ? RuntimeKind::kEmbedded : RuntimeKind::kSimpler;
    }
    std::vector<std::string> names;
    for (const RuntimeKind kind : kRuntimeKinds) {
        if (options.runtime == RuntimeName(kind)) return kind;
        names.emplace_back(RuntimeName(kind));
    }
    throw Error(ErrorKind::kUsage, "--runtime is '" + options.runtime + "', expected one of " + QuotedList(names),
                DidYouMean(options.runtime, names));
}

}  // namespace pto::gen
