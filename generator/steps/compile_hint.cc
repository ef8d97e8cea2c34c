#include "generator/steps/compile_hint.h"

#include <re2/re2.h>

namespace pto::gen {

std::string CompileHint(const std::string& compiler_output, const std::string& source_stem,
                        const std::string& pto_isa) {
    static const RE2 undeclared(
        R"((?:error: (?:use of undeclared identifier )?['‘](T[A-Z0-9_]+|M(?:GATHER|SCATTER))['’]))");
    std::string instruction;
    if (RE2::PartialMatch(compiler_output, undeclared, &instruction)) {
        const std::string unknown = "'" + instruction + "' is not an instruction of ";
        if (!pto_isa.empty())
            return unknown + "the PTO-ISA in " + pto_isa + "; check the spelling, or use one that has it";
        return unknown +
               "the embedded headers; check the spelling, or set PTO_ISA_ROOT to a PTO-ISA checkout and run pto-ninja "
               "again";
    }
    // A function is named like its source; clang says the first, g++ the second.
    const std::string name = RE2::QuoteMeta(source_stem);
    const RE2 other_kind("error: redefinition of ['‘]" + name +
                         "['’] as different kind of symbol|error: ['‘][^'’\n]*\\b" + name +
                         "\\([^\n]* redeclared as different kind of entity");
    if (RE2::PartialMatch(compiler_output, other_kind)) {
        return "a kernel cannot be named '" + source_stem +
               "', which is a type of the tile instructions' headers; rename the function and compile the program "
               "again";
    }
    return {};
}

}  // namespace pto::gen
