// An installed pto-ninja and a consumer of it, made once and kept in the build directory: a second test finds them
// done.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/support/workspace.h"

namespace pto::test {

struct Installation {
    std::string prefix;    // not where it was installed for: it has been moved
    std::string consumer;  // program of tests/consumer/consumer.cc
    std::string example;   // program of docs/library.md
    std::string build;     // build directory of the consumer project
    std::string output;    // the compiled directory that its targets are over
};

// Fails the test when it cannot be made. Tests of several processes wait for one another.
Installation MakeInstallation(Workspace& work);

// The first fenced block of `language` in a text; fails the test when there is none.
std::string FencedBlock(const std::string& text, const std::string& language);

}  // namespace pto::test
