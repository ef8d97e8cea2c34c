#pragma once

#include <exception>
#include <string>

namespace pto::test {

// What the exception that `call` throws says, or "no error".
template <typename Call>
std::string ErrorOf(const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace pto::test
