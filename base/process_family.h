// What ties processes together on Linux: a child ends with its parent, and what a child leaves behind is found and
// ended. All calls that only Linux has are here.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace pto {

// From now on the calling process gets `signal` when its parent ends. `parent` is who that has to be: is it gone
// already, the signal comes at once. The signal also comes when the thread ends that forked us.
void EndWithParent(int signal, pid_t parent);

// Of a program that ninja started, to be called first in main: SIGTERM when its parent ends, and from WatchBuild on
// when ninja ends, whatever ends it, or has been told to end and waits for us. Between them may be a shell.
void EndWithBuild();

// To be called before anything that may take long: a program is started, a lock is waited for. Starts a thread that
// looks at ninja, once, after EndWithBuild; short commands do without.
void WatchBuild();

// Processes whose parent ends become our children from now on, if we are the nearest ancestor that asked.
void AdoptOrphans();

// Ends all our children and what becomes our child by that, until there is none. Returns how many were still running.
size_t EndChildren();

// Whether a debugger or the like holds us.
bool IsTraced();

}  // namespace pto
