#include "runtime/core/scoped_environment.h"

#include <cstdlib>

namespace pto::run {

ScopedEnvironment::ScopedEnvironment(const std::map<std::string, std::string>& variables) {
    for (const auto& [name, value] : variables) {
        const char* before = std::getenv(name.c_str());
        previous_[name] = before == nullptr ? std::nullopt : std::optional<std::string>(before);
        setenv(name.c_str(), value.c_str(), 1);
    }
}

ScopedEnvironment::~ScopedEnvironment() {
    for (const auto& [name, value] : previous_) {
        if (value) setenv(name.c_str(), value->c_str(), 1);
        if (!value) unsetenv(name.c_str());
    }
}

}  // namespace pto::run
