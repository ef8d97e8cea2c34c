#include "library/callers_terms.h"

#include <string_view>

namespace pto::lib {
namespace {

struct Term {
    std::string_view flag;
    std::string_view field;
};
constexpr Term kTerms[] = {{"--timeout SECONDS", "CallOptions::timeout_seconds"},
                           {"--min-time 1", "BenchmarkOptions::min_time_seconds"},
                           {"--log-level info", "CallOptions::log_level \"info\""}};

}  // namespace

std::string InCallersTerms(std::string text) {
    for (const Term& term : kTerms) {
        const size_t at = text.find(term.flag);
        if (at != std::string::npos) text.replace(at, term.flag.size(), term.field);
    }
    return text;
}

Error InCallersTerms(const Error& error) {
    return Error(error.kind(), error.place(), InCallersTerms(error.message()), InCallersTerms(error.remedy()));
}

}  // namespace pto::lib
