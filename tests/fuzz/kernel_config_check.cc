#include <filesystem>
#include <optional>

#include "base/text.h"
#include "generator/config/kernel_config_evaluator.h"
#include "generator/config/kernel_config_loader.h"
#include "generator/config/pure_path.h"
#include "generator/python/python_source.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/config_text.h"

namespace pto::fuzz {
namespace {

using gen::EvaluatedModule;
using gen::KernelConfig;
using gen::PythonSource;
using gen::Value;

// Values may share their parts, so that the whole of a small module could take for ever to print.
constexpr int kShownValues = 20'000;

std::optional<std::string> Variable(const std::string& name) {
    if (name == "SET") return "some/value";
    if (name == "NUMBER") return "7";
    return std::nullopt;
}

void Show(const Value& value, int& left, std::string& text) {
    if (--left <= 0) return;
    text += std::to_string(static_cast<int>(value.kind)) + "@" + std::to_string(value.position.line) + ":" +
            std::to_string(value.position.column) + " " + std::to_string(value.number) + " " + value.text;
    if (!value.items) return;
    text += "[";
    for (const Value& item : *value.items) Show(item, left, text);
    text += "]";
}

std::string ModuleText(const EvaluatedModule& module) {
    std::string text;
    int left = kShownValues;
    for (const auto& [name, value] : module.names) {
        text += name + "=";
        Show(value, left, text);
        text += "\n";
    }
    for (const auto& [name, value] : module.environment_reads) text += name + " read " + value + "\n";
    return text + Join(module.environment_unset, ",");
}

// The whole module, or the whole refusal.
std::string Evaluate(const PythonSource& source, std::string& broken) {
    const gen::EvaluationContext context{"/b/d/kernel_config.py", Variable, CanonicalForChecks};
    try {
        return ModuleText(EvaluateModule(source, context));
    } catch (const Error& error) {
        broken = RefusalProblem(error, source.text());
        return error.what();
    }
}

}  // namespace

std::string CanonicalForChecks(const std::string& path) {
    return gen::NormalPath(std::filesystem::path("/b/d/" + path).lexically_normal().string());
}

gen::ConfigContext ContextForChecks(const std::string& file) {
    return {file, "/b/d", "", Variable, CanonicalForChecks};
}

std::string CheckKernelConfig(std::string_view input) {
    const PythonSource source("kernel_config.py", input);
    std::string broken;
    const std::string module = Evaluate(source, broken);
    if (!broken.empty()) return broken;
    if (const std::string again = Evaluate(source, broken); again != module) {
        return Difference("a second evaluation", again, module);
    }
    try {
        const gen::ConfigContext context = ContextForChecks("kernel_config.py");
        const KernelConfig config = gen::ParseKernelConfig(input, context);
        const std::string text = ConfigText(config);
        const std::string again = ConfigText(gen::ParseKernelConfig(input, context));
        return text == again ? ConfigProblem(config) : Difference("a second reading", again, text);
    } catch (const Error& error) {
        return RefusalProblem(error, source.text());
    }
}

}  // namespace pto::fuzz
