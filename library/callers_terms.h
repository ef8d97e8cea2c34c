// Messages of the runtime name the flags of pto-replay; who calls a function has fields instead. Pure.
#pragma once

#include <string>

#include "base/error.h"

namespace pto::lib {

// "--timeout SECONDS sets the limit" -> "CallOptions::timeout_seconds sets the limit".
std::string InCallersTerms(std::string text);
Error InCallersTerms(const Error& error);

}  // namespace pto::lib
