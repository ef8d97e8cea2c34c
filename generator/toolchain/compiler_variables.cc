#include "generator/toolchain/compiler_variables.h"

#include <cstdlib>

namespace pto::gen {

std::string CompilerVariablesText(const std::function<std::optional<std::string>(const std::string&)>& variable) {
    std::string text;
    for (const CompilerVariable& row : kCompilerVariables) {
        if (row.use != VariableUse::kIdentity) continue;
        const std::string name(row.name);
        if (const std::optional<std::string> value = variable(name)) text += "\n" + name + "=" + *value;
    }
    return text;
}

void ClearCompilerVariables() {
    for (const CompilerVariable& row : kCompilerVariables) {
        if (row.use == VariableUse::kCleared) unsetenv(std::string(row.name).c_str());
    }
}

}  // namespace pto::gen
