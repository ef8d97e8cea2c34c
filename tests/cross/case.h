// One row of the cross check: an instruction, its operands and the inputs it is tried with. Plain data; kernel_text.h
// makes a kernel of it.
#pragma once

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/cross/random_values.h"

namespace pto::cross {

struct Extent {
    unsigned rows = 0, cols = 0;
};

// A tile, or (with an empty `memory`) a tensor in global memory. Its whole memory is filled before the call and, unless
// it is scratch memory of the device, compared after it: what lies outside the valid part as well.
struct Operand {
    std::string name;
    std::string element;    // "f32", "s16"
    std::string type;       // as C++ spells it
    std::string arguments;  // of the constructor, after the address of a tensor
    std::string memory;     // "Vec", "Mat", "Acc"
    size_t elements = 0;    // that it has room for
    bool fixed = false;     // its valid shape is part of the type
    bool compared = true;
    std::string over;  // lies in the memory of this operand, `shift` bytes after its start; it is filled after that one
    size_t shift = 0;
    Values values;
    std::function<Extent(Extent)> valid;  // its valid shape, from that of the run; null: the same
};

struct Case {
    std::string instruction;
    std::string label;    // tells the cases of one instruction apart
    std::string element;  // `T` in the call
    // Statements; `s[i]` are the scalars of the run, and the valid shape of the run is `rows`, `cols`.
    std::string call;
    std::vector<Operand> operands;
    std::vector<Extent> runs;                  // valid shapes it is tried with
    std::vector<std::vector<double>> scalars;  // each of these is tried with each of the shapes; may be empty
    // Units in the last place by which floats may differ. Both sides round at the same points and call one libm, so
    // that nothing but 0 has been needed so far.
    int ulps = 0;
};

// Cases that are compiled together. Cube instructions are compiled as those of a matrix core.
struct Family {
    const char* name;
    bool cube;
    std::vector<Case> (*cases)();
};

inline void PrintTo(const Family& family, std::ostream* out) {
    *out << family.name;
}

const std::vector<Family>& Families();

std::vector<Case> BinaryCases();
std::vector<Case> UnaryCases();
std::vector<Case> ScalarCases();
std::vector<Case> ExpandCases();
std::vector<Case> ReduceCases();
std::vector<Case> CompareCases();
std::vector<Case> ConvertCases();
std::vector<Case> TransferCases();
std::vector<Case> StoreCases();
std::vector<Case> MoveCases();
std::vector<Case> MatmulCases();
std::vector<Case> RearrangeCases();
std::vector<Case> GatherCases();
std::vector<Case> SortCases();
std::vector<Case> CommCases();

}  // namespace pto::cross
