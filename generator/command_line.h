// Parsing of one subcommand's arguments with CLI11; its exceptions become usage Errors here and nowhere else.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "generator/options.h"

namespace pto::gen {

// Returns false when the help text was asked for and printed on stdout.
bool ParseCommandLine(CLI::App& app, const std::vector<std::string>& arguments);

// The flags of GenerateOptions, shared by every command that plans a build.
void AddGenerateOptions(CLI::App& app, GenerateOptions& options);

}  // namespace pto::gen
