// clangd as an editor drives it: a few requests about one file, all at once.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/support/workspace.h"

namespace pto::test {

struct Location {
    std::string path;
    int line = -1;  // from 0
};

struct LanguageAnswers {
    std::vector<std::string> errors;    // diagnostics of severity "error", "line: message"
    std::vector<Location> definitions;  // of the word that was asked about
};

// Opens `file` and asks for the definition of the first `word` in it.
LanguageAnswers AskClangd(Workspace& work, const std::string& file, const std::string& word);

}  // namespace pto::test
