#include "generator/steps/last_run.h"

#include "base/json.h"

namespace pto::gen {

void OutdateLastRun(FileSystem& files, const std::string& path, const std::string& what) {
    if (!IsFile(files, path)) return;
    Json json = Json::parse(files.Read(path), nullptr, false);
    if (!json.is_object() || json.contains("outdated")) return;
    json["result"] = kOutdated;
    json["outdated"] = what;
    files.Write(path, JsonText(json));
}

}  // namespace pto::gen
