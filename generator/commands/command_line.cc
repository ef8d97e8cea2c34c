#include "generator/commands/command_line.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/cli_flags.h"
#include "base/error.h"
#include "base/printer.h"
#include "base/text.h"
#include "upstream/platforms.h"

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

void AddGenerateOptions(CommandLine& line, GenerateOptions& options) {
    line.Text("--platform", options.platform, "for this platform instead of the recorded one",
              ("NAME:" + Join(PlatformNames(), "|")).c_str());
    line.Text("--cxx", options.cxx, "compiler of the kernels (default: PTO_SIM_CXX, else the newest that works)",
              "FILE");
    line.Text("--orchestration-cxx", options.orchestration_cxx, "compiler of the orchestration (default: g++)", "FILE");
    line.Text("--ptoas", options.ptoas, "ptoas launcher (default: in PTOAS_ROOT if that is set, else in PATH)", "FILE");
    line.List("--ptoas-flag", options.ptoas_flags, "one more flag for ptoas; may be repeated");
    line.Text("--ptoas-timeout", options.ptoas_timeout, "limit for one unit, 0 for none (default: 60)", "SECONDS");
    line.Switch("--no-rebuild-from-pto", options.rebuild_from_pto, false, "leave edited .pto files alone");
    line.Text(
        "--pto-isa-root", options.pto_isa_root.path,
        "compile kernels against this PTO-ISA (default: PTO_ISA_ROOT, else the runtime's or the embedded headers)",
        "DIR");
    line.Text("--simpler-root", options.simpler_root.path, "checkout of the runtime (default: SIMPLER_ROOT)", "DIR");
    line.Text("--ascend-home", options.ascend_home.path,
              "Ascend toolkit with the compilers for a device (default: ASCEND_HOME_PATH)", "DIR");
    line.Text("--runtime", options.runtime,
              "what runs the programs (default: simpler when its root is known, else embedded)",
              "NAME:embedded|simpler|pypto");
    line.Text("--launcher", options.launcher, "start compilers with a launcher such as these", "COMMAND:ccache|distcc");
    line.Switch("--pch", options.pch, true, "precompile the headers of the kernels, with a launcher too");
    line.Switch("--no-pch", options.pch, false, "never precompile them (default: where four kernels start alike)");
    line.Switch("--require-pin", options.require_pin, true, "refuse a PTO-ISA that is not the runtime's pto_isa.pin");
    line.Switch("--strict-identity", options.strict_identity, true,
                "rebuild kernels every time while PTO-ISA is not a clean git checkout");
    AddDeviceOptions(line, options);
    // What the variables said at the last generation; build.ninja passes it on.
    line.Text("--pto-isa-root-before", options.pto_isa_root.recorded);
    line.Text("--simpler-root-before", options.simpler_root.recorded);
    line.Text("--ascend-home-before", options.ascend_home.recorded);
}

void AddDeviceOptions(CommandLine& line, GenerateOptions& options) {
    line.Text("--device-ids", options.device_ids,
              "devices of a distributed build, such as 0,1,2 (default: as recorded)", "LIST");
    line.Text("--world-size", options.world_size, "their number instead, for the devices from 0", "N");
}

}  // namespace pto::gen
