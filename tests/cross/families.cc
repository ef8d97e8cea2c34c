#include "tests/cross/case.h"

namespace pto::cross {

const std::vector<Family>& Families() {
    static const std::vector<Family> families = {
        {"Binary", false, BinaryCases},   {"Unary", false, UnaryCases},       {"Scalar", false, ScalarCases},
        {"Expand", false, ExpandCases},   {"Reduce", false, ReduceCases},     {"Compare", false, CompareCases},
        {"Convert", false, ConvertCases}, {"Transfer", false, TransferCases}, {"Store", true, StoreCases},
        {"Move", true, MoveCases},        {"Matmul", true, MatmulCases},      {"Rearrange", false, RearrangeCases},
        {"Gather", false, GatherCases},   {"Sort", false, SortCases},         {"Comm", false, CommCases},
    };
    return families;
}

}  // namespace pto::cross
