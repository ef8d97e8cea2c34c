#include "generator/steps/last_run.h"

#include "base/error.h"
#include "base/json.h"
#include "contract/last_run.h"

namespace pto::gen {

void OutdateLastRun(FileSystem& files, const std::string& path, const std::string& what) {
    if (!IsFile(files, path)) return;
    const std::string text = files.Read(path);
    Json json;
    try {
        json = ParseJson(text, path, "");
    } catch (const Error&) {
        return;  // damaged: it says nothing of a run
    }
    if (OutdateRun(json, what)) files.Write(path, JsonText(json));
}

}  // namespace pto::gen
