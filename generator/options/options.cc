#include "generator/options/options.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr int64_t kMostDevices = 4096;

// A number of 0 or more that is all of `text`.
std::optional<int64_t> WholeNumber(std::string_view text) {
    int64_t number = 0;
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || stop != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

std::vector<int64_t> ListedDevices(const std::string& text) {
    std::vector<int64_t> devices;
    for (const std::string_view word : Split(text, ',')) {
        const std::optional<int64_t> device = WholeNumber(word);
        if (!device) {
            throw Error(ErrorKind::kUsage, "--device-ids is '" + text + "', expected numbers such as 0,1,2");
        }
        if (std::find(devices.begin(), devices.end(), *device) != devices.end()) {
            throw Error(ErrorKind::kUsage,
                        "--device-ids is '" + text + "', which names " + std::to_string(*device) + " twice",
                        "name each device once");
        }
        devices.push_back(*device);
    }
    return devices;
}

}  // namespace

std::optional<std::vector<int64_t>> ChosenDevices(const GenerateOptions& options) {
    if (!options.device_ids.empty() && !options.world_size.empty()) {
        throw Error(ErrorKind::kUsage, "--device-ids and --world-size exclude each other", "give one of them");
    }
    if (!options.device_ids.empty()) return ListedDevices(options.device_ids);
    if (options.world_size.empty()) return std::nullopt;
    const std::optional<int64_t> size = WholeNumber(options.world_size);
    if (!size || *size < 1 || *size > kMostDevices) {
        throw Error(ErrorKind::kUsage, "--world-size is '" + options.world_size + "', expected a number from 1 to " +
                                           std::to_string(kMostDevices));
    }
    std::vector<int64_t> devices(static_cast<size_t>(*size));
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
}

}  // namespace pto::gen
