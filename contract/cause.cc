#include "contract/cause.h"

#include <algorithm>
#include <iterator>

namespace pto {
namespace {

struct CauseRow {
    Cause cause;
    std::string_view code;
};
constexpr CauseRow kCauses[] = {
    {Cause::kNone, ""},
    {Cause::kNeverBuilt, "never-built"},
    {Cause::kGone, "gone"},
    {Cause::kDamaged, "damaged"},
    {Cause::kOtherSource, "other-source"},
    {Cause::kSource, "source"},
    {Cause::kHeader, "header"},
    {Cause::kNewFile, "new-file"},
    {Cause::kCompiler, "compiler"},
    {Cause::kToolchain, "toolchain"},
    {Cause::kFlags, "flags"},
    {Cause::kPrecompiled, "precompiled"},
    {Cause::kTime, "time"},
    {Cause::kRequested, "requested"},
    {Cause::kPto, "pto"},
    {Cause::kPtoas, "ptoas"},
    {Cause::kUnfinished, "unfinished"},
    {Cause::kMetadata, "metadata"},
    {Cause::kTarget, "target"},
};

}  // namespace

std::string_view CauseCode(Cause cause) {
    return std::find_if(std::begin(kCauses), std::end(kCauses), [&](const CauseRow& row) { return row.cause == cause; })
        ->code;
}

}  // namespace pto
