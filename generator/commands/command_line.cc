#include "generator/commands/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"

namespace pto::gen {
namespace {

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
};

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : parser_(new Parser{CLI::App(description, name)}) {}

CommandLine::~CommandLine() = default;

void CommandLine::Text(const std::string& flag, std::string& value, const std::string& help) {
    Describe(parser_->app.add_option(flag, value), help);
}

void CommandLine::RequiredText(const std::string& flag, std::string& value, const std::string& help) {
    Describe(parser_->app.add_option(flag, value)->required(), help);
}

void CommandLine::List(const std::string& flag, std::vector<std::string>& values, const std::string& help) {
    Describe(parser_->app.add_option(flag, values)->expected(1)->take_all(), help);
}

void CommandLine::Switch(const std::string& flag, bool& value, bool given, const std::string& help) {
    Describe(parser_->app.add_flag_callback(flag, [&value, given] { value = given; }), help);
}

void CommandLine::Directory(std::string& value, const std::string& help) {
    Describe(parser_->app.add_option("DIR", value)->required(), help);
}

void CommandLine::OptionalDirectory(std::string& value, const std::string& help) {
    Describe(parser_->app.add_option("DIR", value), help);
}

void CommandLine::Directories(std::vector<std::string>& values, const std::string& help) {
    Describe(parser_->app.add_option("DIR", values)->required(), help);
}

void CommandLine::Files(std::vector<std::string>& values, const std::string& help) {
    Describe(parser_->app.add_option("FILE", values), help);
}

bool CommandLine::Parse(const std::vector<std::string>& arguments) {
    CLI::App& app = parser_->app;
    const std::string see_help = "see " + app.get_name() + " --help";
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the order CLI11 wants
        return true;
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return false;
    } catch (const CLI::ParseError& error) {
        const std::string flag = UnknownFlag(app, arguments);
        if (flag.empty()) throw Error(ErrorKind::kUsage, error.what(), see_help);
        const std::string suggestion = DidYouMean(flag, FlagNames(app));
        throw Error(ErrorKind::kUsage, "unknown flag '" + flag + "'", suggestion.empty() ? see_help : suggestion);
    }
}

void AddGenerateOptions(CommandLine& line, GenerateOptions& options) {
    line.Text("--platform", options.platform, "a2a3, a2a3sim, a5 or a5sim instead of the recorded one");
    line.Text("--cxx", options.cxx, "compiler of the kernels (default: PTO_SIM_CXX, else the newest that works)");
    line.Text("--orchestration-cxx", options.orchestration_cxx, "compiler of the orchestration (default: g++)");
    line.Text("--ptoas", options.ptoas, "ptoas launcher (default: in PTOAS_ROOT if that is set, else in PATH)");
    line.List("--ptoas-flag", options.ptoas_flags, "one more flag for ptoas; may be repeated");
    line.Text("--ptoas-timeout", options.ptoas_timeout, "seconds for one unit, 0 for none (default: 60)");
    line.Switch("--no-rebuild-from-pto", options.rebuild_from_pto, false, "leave edited .pto files alone");
    line.Text(
        "--pto-isa-root", options.pto_isa_root.path,
        "compile kernels against this PTO-ISA (default: PTO_ISA_ROOT, else the runtime's or the embedded headers)");
    line.Text("--simpler-root", options.simpler_root.path, "checkout of the runtime (default: SIMPLER_ROOT)");
    line.Text("--ascend-home", options.ascend_home.path,
              "Ascend toolkit with the compilers for a device (default: ASCEND_HOME_PATH)");
    line.Text("--runtime", options.runtime,
              "what runs the programs: embedded, simpler or pypto (default: simpler when its root is known)");
    line.Text("--launcher", options.launcher, "start compilers with this, such as ccache or distcc");
    line.Switch("--pch", options.pch, true, "precompile the headers of the kernels, with a launcher too");
    line.Switch("--no-pch", options.no_pch, true, "never precompile them (default: where four kernels start alike)");
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
              "devices of a distributed build, such as 0,1,2 (default: as recorded)");
    line.Text("--world-size", options.world_size, "their number instead, for the devices from 0");
}

}  // namespace pto::gen
