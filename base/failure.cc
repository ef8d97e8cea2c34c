#include "base/failure.h"

#include <exception>
#include <new>
#include <system_error>

#include "base/error.h"
#include "base/system_error.h"

namespace pto {
namespace {

Failure FailureOf(const Error& error) {
    return {Severity::kError, error.what(), ExitCode(error.kind())};
}

}  // namespace

Failure PresentFailure() try { throw; } catch (const Error& error) {
    return FailureOf(error);
} catch (const std::system_error& error) {
    return FailureOf(ErrorOfLibrary(error));
} catch (const std::bad_alloc&) {
    return FailureOf(Error(ErrorKind::kToolchain, "not enough memory"));
} catch (const std::exception& error) {
    return {Severity::kBug, error.what(), ExitCode(ErrorKind::kToolchain)};
}

}  // namespace pto
