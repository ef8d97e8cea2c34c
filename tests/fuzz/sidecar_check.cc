#include <algorithm>
#include <set>

#include "base/text.h"
#include "generator/config/sidecar.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/config_text.h"

namespace pto::fuzz {
namespace {

using gen::CompiledMeta;
using gen::DistributedMeta;
using gen::Param;

std::string ParamText(const Param& param) {
    std::string text = param.direction + " " + param.name + " " + param.dtype;
    if (!param.shape) return text + " scalar\n";
    for (const int64_t dimension : *param.shape) text += " " + std::to_string(dimension);
    return text + "\n";
}

std::string MetaText(const CompiledMeta& meta) {
    std::string text = std::to_string(meta.schema) + " " + Join(meta.modes, ",") + "|" + meta.platform + "|" +
                       meta.backend + "|" + std::to_string(meta.num_return_types) + "\n";
    for (const Param& param : meta.params) text += ParamText(param);
    return text;
}

std::string MetaText(const DistributedMeta& meta) {
    std::string text = MetaText(meta.common) + std::to_string(meta.config.num_sub_workers) + " " + meta.config.runtime +
                       " " + std::to_string(meta.config.aicpu_thread_num);
    for (const int64_t device : meta.config.device_ids) text += " " + std::to_string(device);
    return text;
}

std::string Problem(const CompiledMeta& meta) {
    if (std::set<std::string>(meta.modes.begin(), meta.modes.end()).size() != meta.modes.size()) {
        return "accepted a mode twice";
    }
    for (const Param& param : meta.params) {
        if (param.direction != "In" && param.direction != "Out" && param.direction != "InOut") {
            return "accepted the direction " + param.direction;
        }
    }
    if (meta.num_return_types < 0) return "accepted " + std::to_string(meta.num_return_types) + " return types";
    return meta.backend == "Ascend910B" || meta.backend == "Ascend950" ? "" : "accepted the backend " + meta.backend;
}

std::string Problem(const DistributedMeta& meta) {
    const std::vector<int64_t>& devices = meta.config.device_ids;
    if (devices.empty() || *std::min_element(devices.begin(), devices.end()) < 0) return "accepted no devices";
    if (std::set<int64_t>(devices.begin(), devices.end()).size() != devices.size()) return "accepted a device twice";
    if (meta.config.num_sub_workers < 0 || meta.config.aicpu_thread_num < 0) return "accepted a negative count";
    return Problem(meta.common);
}

// `read` is one of the two parsers.
template <typename Read>
std::string CheckReader(std::string_view input, Read read) {
    try {
        const auto meta = read(input, "meta.json");
        const std::string text = MetaText(meta);
        const std::string again = MetaText(read(input, "meta.json"));
        return text == again ? Problem(meta) : Difference("a second reading", again, text);
    } catch (const Error& error) {
        return error.place().file == "meta.json" ? RefusalProblem(error) : "a refusal that names no file";
    }
}

std::string CheckPackagedConfig(std::string_view input) {
    try {
        const gen::ConfigContext context = ContextForChecks("kernel_config.json");
        const gen::KernelConfig config = gen::ParseKernelConfigJson(input, context);
        const std::string text = ConfigText(config);
        const std::string again = ConfigText(gen::ParseKernelConfigJson(input, context));
        return text == again ? ConfigProblem(config) : Difference("a second reading", again, text);
    } catch (const Error& error) {
        return error.place().file == "kernel_config.json" ? RefusalProblem(error) : "a refusal that names no file";
    }
}

}  // namespace

std::string CheckSidecar(std::string_view input) {
    std::string broken = CheckReader(input, gen::ParseCompiledMeta);
    if (broken.empty()) broken = CheckReader(input, gen::ParseDistributedMeta);
    if (broken.empty()) broken = CheckPackagedConfig(input);
    return broken;
}

}  // namespace pto::fuzz
