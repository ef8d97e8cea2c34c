#include "generator/steps/surroundings.h"

#include <cstdlib>

#include "base/error.h"
#include "base/hash.h"
#include "base/python_interpreters.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr int kSurroundingsSchema = 1;

std::vector<std::string> PathsFromHere(const Json& list) {
    std::vector<std::string> paths;
    for (const Json& path : list) paths.push_back(FromHere(path.get<std::string>()));
    return paths;
}

Json ValueHash(const std::optional<std::string>& value) {
    return value ? Json(ContentHash(*value)) : Json(nullptr);
}

std::string FirstChange(const Json& saved, const FileSystem& files, const EnvironmentReader& variable,
                        HashCache& hashes) {
    if (saved.at("schema") != kSurroundingsSchema) return "its record";
    for (const Json& reason : saved.at("untracked")) return reason.get<std::string>();
    for (const auto& [path, hash] : saved.at("files").items()) {
        if (hashes.Hash(path).value_or("missing") != hash.get<std::string>()) return path;
    }
    for (const Json& path : saved.at("absent")) {
        if (files.Stat(path.get<std::string>())) return path.get<std::string>();
    }
    for (const auto& [name, hash] : saved.at("environment").items()) {
        if (ValueHash(variable(name)) != hash) return name;
    }
    return {};
}

}  // namespace

std::optional<std::string> ReadEnvironment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Surroundings ParseSurroundings(const Json& report) {
    if (!report.contains("surroundings")) return {};
    const Json& json = report.at("surroundings");
    return {PathsFromHere(json.at("files")), PathsFromHere(json.at("absent")),
            json.at("environment").get<std::vector<std::string>>(),
            json.at("untracked").get<std::vector<std::string>>()};
}

std::string SurroundingsOf(const std::string& witness) {
    return witness + ".surroundings";
}

void SaveSurroundings(FileSystem& files, const std::string& path, const Surroundings& seen,
                      const EnvironmentReader& variable) {
    if (seen.files.empty() && seen.absent.empty() && seen.environment.empty() && seen.untracked.empty()) {
        files.Remove(path);
        return;
    }
    HashCache hashes(files, "", 0);
    Json contents = Json::object();
    for (const std::string& file : seen.files) contents[file] = hashes.Hash(file).value_or("missing");
    Json environment = Json::object();
    for (const std::string& name : seen.environment) environment[name] = ValueHash(variable(name));
    const Json json = {{"schema", kSurroundingsSchema},
                       {"files", std::move(contents)},
                       {"absent", seen.absent},
                       {"environment", std::move(environment)},
                       {"untracked", seen.untracked}};
    WriteIfChanged(files, path, JsonText(json));
}

std::string ChangedSurroundings(const FileSystem& files, const std::string& path, const EnvironmentReader& variable,
                                HashCache& hashes) {
    if (!IsFile(files, path)) return {};
    try {
        const Json saved = ParseJson(files.Read(path), path, "");
        return FirstChange(saved, files, variable, hashes);
    } catch (const Json::exception&) {
        return "its record";
    } catch (const Error&) {
        return "its record";
    }
}

std::string UntrackedNote(const std::string& source, const Surroundings& seen) {
    if (seen.untracked.empty()) return {};
    return source + " " + Join(seen.untracked, ", ") +
           ": what decides its values there cannot be followed, so it is run again in every build";
}

}  // namespace pto::gen
