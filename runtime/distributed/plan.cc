#include "runtime/distributed/plan.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"

namespace pto::run {
namespace {

constexpr int64_t kPlanSchema = 1;

size_t Index(const JsonFields& fields, std::string_view key, size_t count, std::string_view of) {
    const int64_t value = fields.Integer(key);
    if (value < 0 || static_cast<uint64_t>(value) >= count) {
        fields.Refuse(key, std::string(of) + ", of which there are " + std::to_string(count));
    }
    return static_cast<size_t>(value);
}

uint64_t Size(const JsonFields& fields, std::string_view key) {
    constexpr int64_t kMost = int64_t{1} << 48;  // more than a processor can address
    const int64_t value = fields.Integer(key);
    if (value < 0 || value > kMost) fields.Refuse(key, "a number of bytes up to 2^48");
    return static_cast<uint64_t>(value);
}

uint64_t Bits(const JsonFields& fields, std::string_view key) {
    constexpr std::string_view kPrefix = "0x";
    const std::string text = fields.String(key);
    uint64_t bits = 0;
    if (text.starts_with(kPrefix)) {
        const char* end = text.data() + text.size();
        const auto [stop, code] = std::from_chars(text.data() + kPrefix.size(), end, bits, 16);
        if (code == std::errc() && stop == end) return bits;
    }
    fields.Refuse(key, "a hexadecimal number such as '0x0000000000000001'");
}

int Base64Value(char c) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t at = kDigits.find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// Nothing when `text` is no base64 (RFC 4648).
std::optional<std::vector<uint8_t>> FromBase64(std::string_view text) {
    std::vector<uint8_t> bytes;
    uint32_t group = 0;
    int digits = 0;
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    for (const char c : text) {
        const int value = Base64Value(c);
        if (value < 0) return std::nullopt;
        group = group << 6 | static_cast<uint32_t>(value);
        if (++digits % 4 == 1) continue;
        const int left = (4 - (digits - 1) % 4 - 1) * 2;
        bytes.push_back(static_cast<uint8_t>(group >> left & 0xff));
    }
    return bytes;
}

PlanStorage ParseStorage(const JsonFields& fields, size_t parameters) {
    PlanStorage storage;
    storage.name = fields.String("name");
    storage.bytes = Size(fields, "bytes");
    if (fields.Has("parameter")) {
        storage.parameter = Index(fields, "parameter", parameters, "one of the parameters");
        return storage;
    }
    const std::string values = fields.StringOr("values", "zero");
    if (values == "zero") return storage;
    std::optional<std::vector<uint8_t>> bytes = FromBase64(values);
    if (!bytes || bytes->size() != storage.bytes) fields.Refuse("values", "'zero' or base64 of as many bytes");
    storage.values = std::move(*bytes);
    return storage;
}

PlanDomain ParseDomain(const JsonFields& fields, size_t ranks) {
    PlanDomain domain;
    domain.name = fields.String("name");
    domain.window_bytes = Size(fields, "window_bytes");
    for (const int64_t worker : fields.Integers("workers")) {
        if (worker < 0 || static_cast<uint64_t>(worker) >= ranks) fields.Refuse("workers", "ranks of the plan");
        domain.ranks.push_back(static_cast<size_t>(worker));
    }
    for (const JsonFields& buffer : fields.Objects("buffers")) {
        domain.buffers.push_back({buffer.String("name"), Size(buffer, "offset"), Size(buffer, "bytes")});
        const PlanBuffer& last = domain.buffers.back();
        if (last.offset > domain.window_bytes || last.bytes > domain.window_bytes - last.offset) {
            buffer.Refuse("bytes", "a buffer inside its window of " + std::to_string(domain.window_bytes) + " bytes");
        }
    }
    return domain;
}

WindowPlace ParseWindow(const JsonFields& fields, const Plan& plan) {
    WindowPlace place;
    place.domain = Index(fields, "domain", plan.domains.size(), "one of the domains");
    place.rank = Index(fields, "rank", plan.device_ids.size(), "one of the ranks");
    const std::vector<size_t>& ranks = plan.domains[place.domain].ranks;
    if (std::find(ranks.begin(), ranks.end(), place.rank) == ranks.end()) {
        fields.Refuse("rank", "a rank of domain '" + plan.domains[place.domain].name + "'");
    }
    return place;
}

// Bytes from the start of the memory that the elements of the tensor reach; the largest number for more than that.
uint64_t Reach(const PlanTensor& tensor) {
    constexpr uint64_t kNoMemory = std::numeric_limits<uint64_t>::max();
    if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) return 0;
    int64_t last = tensor.offset;
    int64_t dense = 1;
    for (size_t i = tensor.shape.size(); i-- > 0;) {
        int64_t span = 0;
        const int64_t stride = tensor.strides.empty() ? dense : tensor.strides[i];
        if (__builtin_mul_overflow(tensor.shape[i] - 1, stride, &span) || __builtin_add_overflow(last, span, &last) ||
            __builtin_mul_overflow(dense, tensor.shape[i], &dense)) {
            return kNoMemory;
        }
    }
    uint64_t bits = 0;
    if (__builtin_mul_overflow(static_cast<uint64_t>(last) + 1, static_cast<uint64_t>(tensor.dtype->bits), &bits)) {
        return kNoMemory;
    }
    return bits / 8;
}

// TensorArgType. Without a dependency a tensor may still be read and written.
void ParseTag(const JsonFields& fields, PlanTensor& tensor) {
    const std::string tag = fields.OneOf("tag", {"INPUT", "OUTPUT", "OUTPUT_EXISTING", "INOUT", "NO_DEP"});
    tensor.reads = !tag.starts_with("OUTPUT");
    tensor.writes = tag != "INPUT";
}

PlanTensor ParseTensor(const JsonFields& fields, const Plan& plan) {
    PlanTensor tensor;
    ParseTag(fields, tensor);
    tensor.dtype = FindDType(fields.String("dtype"));
    if (tensor.dtype == nullptr) fields.Refuse("dtype", "a data type such as 'fp32' or 'int8'");
    tensor.shape = fields.Integers("shape");
    const auto negative = [](int64_t value) { return value < 0; };
    if (std::any_of(tensor.shape.begin(), tensor.shape.end(), negative)) fields.Refuse("shape", "sizes of 0 or more");
    uint64_t bytes = 0;
    if (fields.Has("storage")) {
        tensor.storage = Index(fields, "storage", plan.storages.size(), "one of the storages");
        tensor.offset = fields.IntegerOr("offset", 0);
        if (fields.Has("strides")) tensor.strides = fields.Integers("strides");
        const bool bad = std::any_of(tensor.strides.begin(), tensor.strides.end(), negative);
        if (bad || (!tensor.strides.empty() && tensor.strides.size() != tensor.shape.size())) {
            fields.Refuse("strides", "one of 0 or more for each dimension");
        }
        bytes = plan.storages[*tensor.storage].bytes;
    } else {
        tensor.window = ParseWindow(fields, plan);
        const PlanDomain& domain = plan.domains[tensor.window->domain];
        tensor.buffer = Index(fields, "buffer", domain.buffers.size(), "one of the domain's buffers");
        bytes = domain.buffers[tensor.buffer].bytes;
    }
    if (tensor.offset < 0 || Reach(tensor) > bytes) {
        fields.Refuse("shape", "a view inside its memory of " + std::to_string(bytes) + " bytes");
    }
    return tensor;
}

Dispatch ParseDispatch(const JsonFields& fields, const Plan& plan) {
    Dispatch dispatch;
    dispatch.program = fields.String("program");
    dispatch.rank = Index(fields, "rank", plan.device_ids.size(), "one of the ranks");
    dispatch.line = static_cast<int>(fields.IntegerOr("line", 0));
    for (const JsonFields& tensor : fields.Objects("tensors")) dispatch.tensors.push_back(ParseTensor(tensor, plan));
    for (const JsonFields& scalar : fields.Objects("scalars")) {
        if (scalar.Has("device_ctx")) {
            dispatch.scalars.push_back({0, ParseWindow(scalar.Object("device_ctx"), plan)});
        } else {
            dispatch.scalars.push_back({Bits(scalar, "bits"), std::nullopt});
        }
    }
    for (const int64_t earlier : fields.Integers("depends_on")) {
        if (earlier < 0 || static_cast<uint64_t>(earlier) >= plan.dispatches.size()) {
            fields.Refuse("depends_on", "earlier dispatches");
        }
        dispatch.depends_on.push_back(static_cast<size_t>(earlier));
    }
    return dispatch;
}

PlanParameter ParseParameter(const JsonFields& fields) {
    PlanParameter parameter;
    parameter.name = fields.String("name");
    if (fields.Has("shape")) {
        parameter.shape = fields.Integers("shape");
    } else {
        parameter.bits = Bits(fields, "bits");
    }
    return parameter;
}

PlanRead ParseRead(const JsonFields& fields, size_t parameters) {
    PlanRead read;
    read.parameter = Index(fields, "parameter", parameters, "one of the parameters");
    read.offset = Size(fields, "offset");
    std::optional<std::vector<uint8_t>> bytes = FromBase64(fields.String("values"));
    if (!bytes || bytes->empty()) fields.Refuse("values", "base64 of the bytes that were looked at");
    read.values = std::move(*bytes);
    return read;
}

}  // namespace

Plan LoadPlan(const FileSystem& files, const std::string& path, const std::string& remedy) {
    if (!IsFile(files, path)) ThrowInput(path, "no such file: the host orchestration was not recorded yet", remedy);
    const Json json = LoadJson(files, path, remedy);
    const JsonFields fields(json, path, "", remedy);
    if (fields.Integer("schema") != kPlanSchema) fields.Refuse("schema", std::to_string(kPlanSchema));
    Plan plan;
    plan.file = path;
    plan.source = fields.String("source");
    plan.device_ids = fields.Integers("device_ids");
    if (plan.device_ids.empty()) fields.Refuse("device_ids", "at least one device");
    for (const JsonFields& item : fields.Objects("parameters")) plan.parameters.push_back(ParseParameter(item));
    for (const JsonFields& item : fields.Objects("storages")) {
        plan.storages.push_back(ParseStorage(item, plan.parameters.size()));
    }
    for (const JsonFields& item : fields.Objects("domains")) {
        plan.domains.push_back(ParseDomain(item, plan.device_ids.size()));
    }
    if (fields.Has("reads_values")) {
        for (const JsonFields& item : fields.Objects("reads_values")) {
            plan.reads.push_back(ParseRead(item, plan.parameters.size()));
        }
    }
    for (const JsonFields& item : fields.Objects("dispatches")) plan.dispatches.push_back(ParseDispatch(item, plan));
    return plan;
}

}  // namespace pto::run
