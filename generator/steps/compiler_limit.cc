#include "generator/steps/compiler_limit.h"

#include <cstdlib>
#include <string>

#include "base/error.h"

namespace pto::gen {
namespace {

constexpr char kVariable[] = "PYPTO_COMPILER_TIMEOUT";
constexpr double kDefaultSeconds = 900;
constexpr double kMostSeconds = 1e9;  // what a wait can take, and no number that is none

}  // namespace

double CompilerTimeLimit() {
    const char* text = std::getenv(kVariable);
    if (text == nullptr || *text == '\0') return kDefaultSeconds;
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end == '\0' && seconds > 0 && seconds < kMostSeconds) return seconds;
    throw Error(ErrorKind::kUsage, std::string(kVariable) + " is '" + text + "', expected a positive number of seconds",
                "unset it for the default of 900");
}

}  // namespace pto::gen
