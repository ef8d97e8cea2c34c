#include "generator/golden/golden_fit.h"

#include <cmath>
#include <limits>

namespace pto::gen {
namespace {

double LargestOf(HostForm form) {
    switch (form) {
        case HostForm::kFp16:
            return 65504;
        case HostForm::kBf16:
            return 0x1.FEp127;
        case HostForm::kFp32:
            return static_cast<double>(std::numeric_limits<float>::max());
        case HostForm::kFp8E4M3:
            return 448;
        case HostForm::kFp8E5M2:
            return 57344;
        case HostForm::kFp8E8M0:
            return 0x1p127;
        default:
            return std::numeric_limits<double>::max();
    }
}

}  // namespace

bool Fits(const PyNumber& number, const DType& dtype) {
    switch (dtype.form) {
        case HostForm::kBool:
            return number.boolean || (number.integral && number.magnitude <= 1 && !number.negative);
        case HostForm::kSigned: {
            const uint64_t limit = uint64_t{1} << (dtype.bits - 1);
            return number.integral && (number.negative ? number.magnitude <= limit : number.magnitude < limit);
        }
        case HostForm::kUnsigned:
            return number.integral && (!number.negative || number.magnitude == 0) &&
                   (dtype.bits == 64 || number.magnitude < uint64_t{1} << dtype.bits);
        case HostForm::kNone:
        case HostForm::kPacked:
            return number.integral && number.magnitude == 0;
        case HostForm::kFp8E8M0:
            return number.value >= 0 && number.value <= LargestOf(dtype.form);
        default:
            return std::fabs(number.value) <= LargestOf(dtype.form);
    }
}

}  // namespace pto::gen
