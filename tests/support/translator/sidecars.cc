#include "tests/support/translator/sidecars.h"

#include "base/json.h"

namespace pto::test {
namespace {

Json WithLayout(const Json& param) {
    Json result = param;
    result["layout"] = param.at("shape").is_null() ? Json() : Json("ND");
    return result;
}

std::string Translated(std::string_view text, int schema, const PyptoGeneration& generation) {
    const Json original = ParseJson(text, "sidecar", "");
    Json result;
    for (const auto& [key, value] : original.items()) {
        result[key] = key == "schema" ? Json(schema) : value;
        if (key == "schema" && generation.has_modes) result["supported_execution_modes"] = Json::array({"program"});
        if (key != "params" || !generation.has_layout) continue;
        for (Json& param : result[key]) param = WithLayout(param);
    }
    return result.dump(2);
}

}  // namespace

std::string TranslateCompiledMeta(std::string_view text, const PyptoGeneration& generation) {
    return Translated(text, generation.compiled_schema, generation);
}

std::string TranslateDistributedMeta(std::string_view text, const PyptoGeneration& generation) {
    return Translated(text, generation.distributed_schema, generation);
}

}  // namespace pto::test
