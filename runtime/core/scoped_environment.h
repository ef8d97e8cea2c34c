// Environment variables that a program asks for (RUNTIME_ENV of kernel_config.py), for as long as it runs.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace pto::run {

class ScopedEnvironment {
  public:
    explicit ScopedEnvironment(const std::map<std::string, std::string>& variables);
    ~ScopedEnvironment();  // puts back what was there
    ScopedEnvironment(const ScopedEnvironment&) = delete;
    ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

  private:
    std::map<std::string, std::optional<std::string>> previous_;
};

}  // namespace pto::run
