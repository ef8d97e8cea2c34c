#include "generator/plan/plan_request.h"

#include "base/dtype.h"
#include "base/error.h"
#include "base/json.h"
#include "contract/layout.h"
#include "generator/config/callers_shape.h"
#include "upstream/files.h"
#include "upstream/nz_layout.h"

namespace pto::gen {
namespace {

// Another one has every plan recorded again. 2: the values that were looked at are in the plan.
constexpr int kRecorderVersion = 2;

Json ParamRecord(const Param& param) {
    Json record = {{"name", param.name}, {"direction", param.direction}, {"shape", nullptr}, {"dtype", param.dtype}};
    if (param.shape) record["shape"] = *param.shape;
    // That is all the recorder needs to know of the layout.
    if (IsNz(param)) record["nz_block"] = {kNzRows, NzColumns(*FindDType(param.dtype))};
    return record;
}

std::string OverrideText(const GenerateOptions& options) {
    if (!options.world_size.empty()) return "--world-size " + options.world_size;
    return options.device_ids.empty() ? "" : "--device-ids " + options.device_ids;
}

}  // namespace

size_t OverrideDevices(BuildDirectory& directory, const GenerateOptions& options) {
    const std::optional<std::vector<int64_t>> devices = ChosenDevices(options);
    if (!directory.distributed) {
        if (!devices) return 0;
        throw Error(ErrorKind::kUsage, Place{directory.root, 0, 0, {}},
                    "is no distributed build and cannot follow " + OverrideText(options), "leave the option out");
    }
    std::vector<int64_t>& ids = directory.distributed->config.device_ids;
    const size_t recorded = ids.size();
    if (devices) ids = *devices;
    return recorded;
}

std::string PlanRequestText(const BuildDirectory& directory, const GenerateOptions& options, size_t recorded_devices) {
    const DistributedMeta& meta = *directory.distributed;
    Json request = {{"recorder", kRecorderVersion},
                    {"source", kHostOrch},
                    {"device_ids", meta.config.device_ids},
                    {"recorded_devices", recorded_devices},
                    {"override", OverrideText(options)},
                    {"aicpu_thread_num", meta.config.aicpu_thread_num},
                    {"params", Json::array()},
                    {"programs", Json::array()}};
    for (const Param& param : meta.common.params) request["params"].push_back(ParamRecord(param));
    for (const Program& program : directory.programs) {
        request["programs"].push_back({{"name", program.name}, {"signature", program.config.orchestration->signature}});
    }
    return JsonText(request);
}

}  // namespace pto::gen
