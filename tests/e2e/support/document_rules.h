// Which commands of the documents are not run by the tests, and why; what stands for their placeholders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::test {

// Each has to be in a document: a row that nothing needs any more is a mistake.
struct CommandNotRun {
    std::string_view command;  // as it stands in the document, without its comment
    std::string_view reason;
};
const std::vector<CommandNotRun>& CommandsNotRun();

// Null when the command is run.
const CommandNotRun* FindNotRun(std::string_view command);

// C++ that is no translation unit, by its first line; each has to be in a document.
struct Fragment {
    std::string_view first_line;
    std::string_view reason;
};
const std::vector<Fragment>& Fragments();
const Fragment* FindFragment(std::string_view first_line);

// The command with the prepared example in place of DIR, FILE and so on.
std::string WithExample(const std::string& command);

}  // namespace pto::test
