// dlopen that gives what lies on disk now, in a process that may have loaded an earlier file of the same name.
#pragma once

#include <string>

namespace pto::embedded {

// Handle for dlclose, or null and the reason. `path` has a slash. A library that defines a unique symbol, as most
// kernels do (a static constant of a template is enough), stays in the process after dlclose, and dlopen of its name
// would give it again whatever a rebuild has put there: such a file is loaded under another name.
void* LoadCurrentFile(const std::string& path, std::string& reason);

}  // namespace pto::embedded
