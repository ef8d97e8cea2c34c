// The golden edge, made again where golden.py or what it reads was written while it was read.
#pragma once

#include "generator/golden/golden.h"

namespace pto::gen {

// As RunGolden. Throws an input Error, and leaves no result, when golden.py changes in every run.
void RunSettledGolden(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
                      FileSystem& files, const std::function<void(const std::string&)>& note);

}  // namespace pto::gen
