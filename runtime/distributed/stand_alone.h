// One chip program of a distributed build by itself: which dispatches of the plan those are, where what they read comes
// from, and which parameters are their work alone. Pure.
#pragma once

#include <string>
#include <vector>

#include "runtime/distributed/plan.h"

namespace pto::run {

struct StandAlone {
    Plan plan;  // the program's dispatches only, with the dependencies among them
    // Indexes of parameters. Read by the program, computed by others before it in the whole plan: they have to hold
    // their final values, which a reference knows.
    std::vector<size_t> needed;
    std::vector<size_t> written;
    std::vector<size_t> judged;  // of those written: by no other program, so that a reference knows what they become
};

// Throws an input Error that names what the program cannot do without: a comm window, or what another program computes
// and no parameter keeps. `remedy` ends the message.
StandAlone SelectProgram(const Plan& plan, const std::string& program, const std::string& remedy);

}  // namespace pto::run
