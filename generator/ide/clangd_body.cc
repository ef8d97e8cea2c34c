#include "generator/ide/ide_texts.h"

namespace pto::gen {

// The commands themselves are in words that every clang reads, so no flag has to be taken away here.
std::string ClangdBody() {
    return R"(CompileFlags:
  CompilationDatabase: .
Diagnostics:
  UnusedIncludes: None
---
# What ptoas printed is part of kernels; by itself it does not compile.
If:
  PathMatch: (.*/)?ptoas/[^/]*\.cpp
Diagnostics:
  Suppress: '*'
)";
}

}  // namespace pto::gen
