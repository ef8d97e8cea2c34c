// The simulator loads its libraries from copies in /tmp, which it removes when it ends. A process that is killed or
// crashes would leave them, half a megabyte each.
#pragma once

#include <sys/types.h>

namespace pto::run {

// Removes the copies that a process has loaded; it can go on working with them. Says nothing when it cannot.
void RemoveLoadedCopies(pid_t process);

}  // namespace pto::run
