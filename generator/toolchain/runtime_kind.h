// What a directory is compiled for and run by.
#pragma once

#include "generator/options/options.h"

namespace pto::gen {

// kPyPto runs what kSimpler runs, started by an installed PyPTO: both are compiled alike.
enum class RuntimeKind { kEmbedded, kSimpler, kPyPto };

// As --runtime and the manifest spell it.
const char* RuntimeName(RuntimeKind runtime);

// What --runtime says, else simpler when a checkout of it is named, else embedded. Throws a usage Error for a name that
// is none of the three. Pure.
RuntimeKind ChosenRuntime(const GenerateOptions& options);

}  // namespace pto::gen
