#include "generator/toolchain/simpler_layout.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/kernel_config_evaluator.h"

namespace pto::gen {
namespace {

std::vector<std::string> CurrentRuntimes() {
    std::vector<std::string> names;
    for (const RuntimeRow& row : kRuntimeRows) {
        if (row.current) names.emplace_back(row.name);
    }
    return names;
}

// Read by every compile, whatever the platform.
const std::vector<std::string> kCommonTrees = {"src/common", "simpler_setup/incore"};

std::string RuntimesOf(const std::string& root, const Platform& platform) {
    return root + "/src/" + platform.arch + "/runtime";
}

std::string Normal(const std::string& path) {
    std::string normal = std::filesystem::path(path).lexically_normal().string();
    if (normal.size() > 1 && normal.back() == '/') normal.pop_back();
    return normal;
}

// One section of BUILD_CONFIG, whose paths count from the runtime's directory.
class BuildSection {
  public:
    BuildSection(const PythonSource& source, const Value& config, const std::string& name, std::string directory)
        : source_(source), name_(name), section_(FindKey(config, name)), directory_(std::move(directory)) {}

    std::vector<std::string> Directories(const std::string& key) const {
        std::vector<std::string> paths;
        if (section_ == nullptr) return paths;
        const ConfigTable table(source_, "BUILD_CONFIG['" + name_ + "']", *section_);
        const Value* value = table.Find(key);
        if (value == nullptr) return paths;
        for (const Value& path : table.List(key, *value)) {
            paths.push_back(Normal(directory_ + "/" + table.String(key, path)));
        }
        return paths;
    }

  private:
    const PythonSource& source_;
    std::string name_;
    const Value* section_;
    std::string directory_;
};

EvaluatedModule Evaluate(const PythonSource& source) try {
    // Its values are plain texts: what the machine it is read on says must not matter.
    return EvaluateModule(source, {source.file(), [](const std::string&) { return std::nullopt; }, Normal});
} catch (const UnsupportedConstruct& error) {
    throw Error(ErrorKind::kInput, error.place(), error.message(),
                "this runtime needs a newer pto-ninja; install one, or pass --runtime embedded");
}

std::vector<std::string> SourcesIn(const FileSystem& files, const std::vector<std::string>& directories) {
    std::vector<std::string> sources;
    for (const std::string& directory : directories) {
        if (!IsDirectory(files, directory)) continue;
        for (const std::string& name : files.List(directory)) {
            if (name.ends_with(".cpp") || name.ends_with(".c")) sources.push_back(directory + "/" + name);
        }
    }
    return sources;
}

// What an orchestration that uses the helpers of the device's host processor links with. PyPTO leaves out what a
// checkout does not have.
std::vector<std::string> HelperSources(const FileSystem& files, const std::string& root, const Platform& platform,
                                       const std::string& runtime) {
    const std::string helpers = root + "/src/common/platform/" + (platform.simulator ? "sim" : "onboard") + "/aicpu/";
    std::vector<std::string> candidates = {helpers + "cache_ops.cpp", helpers + "device_time.cpp"};
    if (OrchestratesOnHost(platform, runtime)) {
        for (const char* name : {"host_log.cpp", "unified_log_host.cpp"}) {
            candidates.push_back(root + "/src/common/log/" + name);
        }
    }
    std::erase_if(candidates, [&files](const std::string& path) { return !IsFile(files, path); });
    return candidates;
}

}  // namespace

std::vector<std::string> SimplerTrees(const Platform& platform) {
    std::vector<std::string> trees = kCommonTrees;
    trees.push_back("src/" + platform.arch + "/platform/include");
    trees.push_back("src/" + platform.arch + "/runtime");
    return trees;
}

bool OrchestratesOnHost(const Platform& platform, const std::string& runtime) {
    return platform.simulator || runtime == kHostBuildGraph;
}

void CheckSimplerRoot(const FileSystem& files, const std::string& root, const std::string& origin) {
    for (const std::string& tree : kCommonTrees) {
        if (IsDirectory(files, root + "/" + tree)) continue;
        ThrowInput(root + "/" + tree, "not found, so that '" + root + "' (" + origin + ") is no complete runtime",
                   "check it out again, correct " + origin + ", or pass --runtime embedded");
    }
}

RuntimeLayout LoadRuntimeLayout(const FileSystem& files, const std::string& root, const Platform& platform,
                                const std::string& runtime, const std::string& config_file) {
    const std::vector<std::string> known = CurrentRuntimes();
    if (std::find(known.begin(), known.end(), runtime) == known.end()) {
        ThrowInput(config_file, "runtime '" + runtime + "' is none of " + QuotedList(known),
                   "compile the program again with a PyPTO of the runtime's age, or pass --runtime embedded");
    }
    const std::string directory = RuntimesOf(root, platform) + "/" + runtime;
    const std::string file = directory + "/build_config.py";
    if (!IsFile(files, file)) {
        ThrowInput(file, "not found, and " + config_file + " needs the runtime '" + runtime + "' for " + platform.arch,
                   "check out a runtime that has it, or pass --runtime embedded");
    }
    const PythonSource source(file, files.Read(file), "check the file out again");
    const EvaluatedModule module = Evaluate(source);
    const auto config = module.names.find("BUILD_CONFIG");
    if (config == module.names.end() || config->second.kind != ValueKind::kDict) {
        ThrowInput(file, "no dict BUILD_CONFIG, which says what the runtime's programs are compiled against",
                   "check the file out again");
    }
    const BuildSection kernels(source, config->second, "aicore", directory);
    const BuildSection orchestration(source, config->second, "orchestration", directory);
    RuntimeLayout layout;
    layout.name = runtime;
    layout.kernel_include_dirs = kernels.Directories("include_dirs");
    layout.orchestration_include_dirs = orchestration.Directories("include_dirs");
    layout.orchestration_sources = SourcesIn(files, orchestration.Directories("source_dirs"));
    const std::vector<std::string> helpers = HelperSources(files, root, platform, runtime);
    layout.orchestration_sources.insert(layout.orchestration_sources.end(), helpers.begin(), helpers.end());
    return layout;
}

}  // namespace pto::gen
