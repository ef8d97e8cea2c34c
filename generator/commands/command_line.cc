#include "generator/commands/command_line.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/cli_flags.h"
#include "base/error.h"
#include "base/printer.h"
#include "base/text.h"
#include "generator/options/option_table.h"

namespace pto::gen {
namespace {

// Declared before any thread is started.
HelpCollector* g_collector = nullptr;

std::vector<std::string> FlagNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

// The first word that looks like a flag and is none.
std::string UnknownFlag(const CLI::App& app, const std::vector<std::string>& arguments) {
    const std::vector<std::string> known = FlagNames(app);
    for (const std::string& word : arguments) {
        const std::string name = word.substr(0, word.find('='));
        const bool flag = name.rfind("--", 0) == 0 && name != "--";
        if (flag && std::find(known.begin(), known.end(), name) == known.end()) return name;
    }
    return {};
}

void Describe(CLI::Option* option, const std::string& help) {
    option->description(help);
    if (help.empty()) option->group("");
}

}  // namespace

struct CommandLine::Parser {
    CLI::App app;
    std::string positionals;  // "DIR [FILE...]"

    void Positional(const char* shown, CLI::Option* option, const std::string& help) {
        Describe(option, help);
        positionals += (positionals.empty() ? "" : " ") + std::string(shown);
    }
};

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : parser_(new Parser{CLI::App(description, name), {}}) {
    parser_->app.set_help_flag("-h,--help", "print this and stop");
}

CommandLine::~CommandLine() = default;

void CommandLine::Text(const std::string& flag, std::string& value, const std::string& help, const char* shown) {
    Describe(parser_->app.add_option(flag, value)->type_name(shown), help);
}

void CommandLine::RequiredText(const std::string& flag, std::string& value, const std::string& help) {
    Describe(parser_->app.add_option(flag, value)->required(), help);
}

void CommandLine::List(const std::string& flag, std::vector<std::string>& values, const std::string& help) {
    Describe(parser_->app.add_option(flag, values)->expected(1)->take_all()->type_name("VALUE"), help);
}

// Set in the order in which they are given, not in that of the declarations: of two that exclude each other the last
// counts.
void CommandLine::Switch(const std::string& flag, bool& value, bool given, const std::string& help) {
    Describe(parser_->app.add_flag_callback(flag, [&value, given] { value = given; })->trigger_on_parse(), help);
}

void CommandLine::Switch(const std::string& flag, std::optional<bool>& value, bool given, const std::string& help) {
    Describe(parser_->app.add_flag_callback(flag, [&value, given] { value = given; })->trigger_on_parse(), help);
}

void CommandLine::Directory(std::string& value, const std::string& help) {
    parser_->Positional("DIR", parser_->app.add_option("DIR", value)->required(), help);
}

void CommandLine::OptionalDirectory(std::string& value, const std::string& help) {
    parser_->Positional("[DIR]", parser_->app.add_option("DIR", value), help);
}

void CommandLine::Directories(std::vector<std::string>& values, const std::string& help) {
    parser_->Positional("DIR...", parser_->app.add_option("DIR", values)->required(), help);
}

void CommandLine::Files(std::vector<std::string>& values, const std::string& help) {
    parser_->Positional("[FILE...]", parser_->app.add_option("FILE", values), help);
}

CommandHelp CommandLine::Help(const std::string& name) const {
    CommandHelp help;
    help.name = name;
    help.arguments = parser_->positionals;
    help.help = parser_->app.get_description();
    for (const CLI::Option* option : parser_->app.get_options()) {
        if (!option->get_positional()) continue;
        help.help += " " + option->get_name() + ": " + option->get_description() + ".";
    }
    help.flags = FlagsOfParser(parser_->app);
    return help;
}

bool CommandLine::Parse(const std::vector<std::string>& arguments) {
    if (g_collector != nullptr) {
        g_collector->help = Help(g_collector->help.name);
        return false;
    }
    CLI::App& app = parser_->app;
    const std::string see_help = "see " + app.get_name() + " --help";
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the order CLI11 wants
        return true;
    } catch (const CLI::CallForHelp&) {
        ProgramHelp program;
        program.name = app.get_name();
        WriteText(STDOUT_FILENO, HelpText(program, Help({})));
        return false;
    } catch (const CLI::ParseError& error) {
        const std::string flag = UnknownFlag(app, arguments);
        if (flag.empty()) throw Error(ErrorKind::kUsage, error.what(), see_help);
        const std::string suggestion = DidYouMean(flag, FlagNames(app));
        throw Error(ErrorKind::kUsage, "unknown flag '" + flag + "'", suggestion.empty() ? see_help : suggestion);
    }
}

HelpCollector::HelpCollector(std::string name) {
    help.name = std::move(name);
    g_collector = this;
}

HelpCollector::~HelpCollector() {
    g_collector = nullptr;
}

std::set<std::string> CommandLine::Given() const {
    std::set<std::string> given;
    for (const CLI::Option* option : parser_->app.get_options()) {
        if (option->count() == 0) continue;
        for (const std::string& name : option->get_lnames()) given.insert("--" + name);
    }
    return given;
}

void AddOption(CommandLine& line, const OptionRow& row, GenerateOptions& options) {
    const std::string flag = row.flag;
    const auto add_text = [&](std::string& text) { line.Text(flag, text, row.help, row.value.c_str()); };
    if (const auto* text = std::get_if<OptionRow::Text>(&row.field)) add_text(options.**text);
    if (const auto* texts = std::get_if<OptionRow::Texts>(&row.field)) line.List(flag, options.**texts, row.help);
    if (const auto* root = std::get_if<OptionRow::Root>(&row.field)) add_text(options.*root->root.*root->text);
    if (const auto* choice = std::get_if<OptionRow::Switch>(&row.field)) {
        line.Switch(flag, options.*choice->member, choice->value, row.help);
    }
    if (const auto* choice = std::get_if<OptionRow::Choice>(&row.field)) {
        line.Switch(flag, options.*choice->member, choice->value, row.help);
    }
}

void AddGenerateOptions(CommandLine& line, GenerateOptions& options, OptionSet which) {
    for (const OptionRow& row : OptionRows()) {
        const std::string flag = row.flag;
        const bool device = flag == "--device-ids" || flag == "--world-size";
        const bool wanted = which == OptionSet::kDevices ? device : row.recorded || which == OptionSet::kAll;
        if (wanted) AddOption(line, row, options);
    }
}

}  // namespace pto::gen
