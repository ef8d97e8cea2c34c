// The flags of one subcommand: declared with the variables they fill, parsed by CLI11, which only command_line.cc sees.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/program_help.h"
#include "generator/options/options.h"

namespace pto::gen {

class CommandLine {
  public:
    // `name` as it is typed, for messages: "pto-ninja info".
    CommandLine(const std::string& name, const std::string& description);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // `flag` may list a short form: "--quiet,-q". An empty `help` keeps a flag out of --help. `shown` is what the value
    // is called: "FILE", or "NAME:a|b" where it is one of a few.
    void Text(const std::string& flag, std::string& value, const std::string& help = {}, const char* shown = "VALUE");
    void RequiredText(const std::string& flag, std::string& value, const std::string& help = {});
    // One value each time the flag is given.
    void List(const std::string& flag, std::vector<std::string>& values, const std::string& help = {});
    // Sets `value` to `given` when the flag is there.
    void Switch(const std::string& flag, bool& value, bool given, const std::string& help = {});
    // The last of two flags for one value wins.
    void Switch(const std::string& flag, std::optional<bool>& value, bool given, const std::string& help = {});
    void Directory(std::string& value, const std::string& help);
    void OptionalDirectory(std::string& value, const std::string& help);
    void Directories(std::vector<std::string>& values, const std::string& help);
    // What follows the directory; none is fine.
    void Files(std::vector<std::string>& values, const std::string& help);

    // False when the help text was asked for and printed on stdout. Throws a usage Error, for an unknown flag with a
    // "did you mean".
    bool Parse(const std::vector<std::string>& arguments);

    // The flags that the last Parse found, by their long names with the dashes.
    std::set<std::string> Given() const;

    // What --help prints. `name` is what the command is called in the table of commands.
    CommandHelp Help(const std::string& name) const;

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

// While one is there, Parse notes what it was told of its command and returns false, as if help had been printed.
class HelpCollector {
  public:
    explicit HelpCollector(std::string name);
    ~HelpCollector();
    HelpCollector(const HelpCollector&) = delete;
    HelpCollector& operator=(const HelpCollector&) = delete;

    CommandHelp help;
};

enum class OptionSet {
    kRecorded,  // what every command takes that plans a build
    kAll,       // with those that concern one generation only
    kDevices,   // those that choose the devices of a distributed build
};

// Rows of generator/options/option_table.h.
void AddGenerateOptions(CommandLine& line, GenerateOptions& options, OptionSet which = OptionSet::kRecorded);

}  // namespace pto::gen
