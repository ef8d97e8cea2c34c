// Kernels of the cross check as a shared object: made with the product's own command line, and loaded.
#pragma once

#include <string>

#include "generator/toolchain/toolchain.h"

namespace pto::cross {

// Which headers kernels are compiled against. Both are those of simulator kernels. An empty `compiler`: the product's
// choice.
gen::Toolchain EmbeddedToolchain(const std::string& compiler = {});
// Throws the product's Error when no compiler here can compile PTO-ISA's headers.
gen::Toolchain PtoIsaToolchain(const std::string& root);

// The words that compile a kernel: the product's, but PTO-ISA's are not optimised: an optimiser may reorder the sums
// of a row where those headers ask for vectors, and no two compilers do it alike. Nor may g++ make one variable of two
// libraries' that have the same name.
std::vector<std::string> CompileWords(const gen::Toolchain& toolchain, bool cube);

// A loaded library stays loaded: its functions may have left thread-local memory behind.
class KernelLibrary {
  public:
    // Compiles `source` (a path ending in .cpp) beside it. Throws std::runtime_error with what the compiler said.
    KernelLibrary(const gen::Toolchain& toolchain, bool cube, const std::string& source, const std::string& library);

    // Null when there is none of that name.
    void* Find(const std::string& symbol) const;

  private:
    void* handle_ = nullptr;
};

}  // namespace pto::cross
