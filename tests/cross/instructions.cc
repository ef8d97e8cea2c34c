#include "tests/cross/instructions.h"

#include <re2/re2.h>

#include <set>

namespace pto::cross {
namespace {

const Exclusion kExclusions[] = {
    {"TSYNC", "", "orders pipes: it computes nothing"},
    {"SYNCALL", "", "waits for the other cores of a task, of which a case has none"},
    {"TPREFETCH", "",
     "what it does is up to the target, which may ignore it (docs/isa/TPREFETCH.md); the CPU header copies into the "
     "tile "
     "what a dense row-major tensor would hold, whatever the strides"},
    {"TLOAD", "a tile and a tensor of two element types",
     "devices copy the bytes, for which only the sizes must be equal (docs/isa/TLOAD.md); the CPU header converts the "
     "values"},
    {"TMATMUL_ACC", "(acc, left, right)", "declared in pto_instr.hpp, but the CPU headers have no implementation"},
    {"TCMPS", "(dst, src0, src1, mode) with two tiles",
     "the call is ambiguous between two functions of the CPU headers"},
    {"TGATHER", "indices outside the source", "the CPU header gives 0; here it is a fault that names the index"},
    {"MSCATTER", "rows with the atomic operation Max or Min",
     "the CPU header compares each element with the one at the number of the row and stores it elsewhere"},
    {"TADD", "a destination shifted against a source by less than a row",
     "the CPU headers tell the compiler that the elements of a row are independent, so that its vectors decide; the "
     "same "
     "holds for TSUB, TMUL, TDIV, TMAX, TFILLPAD and the instructions with a number; here it is element by element"},
    {"TCVT", "optimised, with source and destination of two types in one memory",
     "accesses of two types are independent for a compiler, which may swap them; here they keep their order, as in the "
     "CPU headers without optimisation; the same holds for the other instructions between types"},
    {"TCVT", "between half and bfloat16", "clang, which compiles the CPU headers here, has no such conversion"},
};

std::vector<std::string> Matches(const std::string& text, const re2::RE2& pattern) {
    std::set<std::string> names;
    re2::StringPiece rest(text);
    std::string name;
    while (re2::RE2::FindAndConsume(&rest, pattern, &name)) names.insert(name);
    return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> OfferedInstructions(const std::string& preprocessed) {
    static const re2::RE2 kDeclaration(
        R"(\b(?:RecordEvent|void|bool)\s+((?:[TM][A-Z][A-Z0-9_]+|SYNCALL))\s*\(\s*(?:[^\sa)]|a[^u]|\)))");
    return Matches(preprocessed, kDeclaration);
}

std::vector<std::string> RefusedInstructions(const std::string& preprocessed) {
    static const re2::RE2 kStandIn(R"(\bvoid\s+([A-Z][A-Z0-9_]+)\s*\(\s*auto\s*&&\s*\.\.\.)");
    return Matches(preprocessed, kStandIn);
}

std::vector<std::string> DeclaredInstructions(const std::string& header) {
    static const re2::RE2 kDeclaration(
        R"(PTO_INST\s+(?:RecordEvent|void|bool|comm::AsyncEvent|AsyncEvent)\s+((?:[TMS][A-Z][A-Z0-9_]+))\s*\()");
    return Matches(header, kDeclaration);
}

std::span<const Exclusion> Exclusions() {
    return kExclusions;
}

}  // namespace pto::cross
