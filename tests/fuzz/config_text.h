// What the two files that give a KernelConfig have in common.
#pragma once

#include <string>

#include "generator/config/kernel_config_loader.h"

namespace pto::fuzz {

// A directory without links: /b/d.
std::string CanonicalForChecks(const std::string& path);
gen::ConfigContext ContextForChecks(const std::string& file);

// All of it, so that two of them can be compared.
std::string ConfigText(const gen::KernelConfig& config);

// Empty when paths, ids and notes are as model.h says.
std::string ConfigProblem(const gen::KernelConfig& config);

}  // namespace pto::fuzz
