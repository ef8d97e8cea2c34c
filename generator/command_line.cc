#include "generator/command_line.h"

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
        if (name.rfind("--", 0) == 0 && name != "--" && std::find(known.begin(), known.end(), name) == known.end())
            return name;
    }
    return {};
}

}  // namespace

bool ParseCommandLine(CLI::App& app, const std::vector<std::string>& arguments) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // the order CLI11's vector overload wants
    try {
        app.parse(reversed);
        return true;
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return false;
    } catch (const CLI::ExtrasError& error) {
        const std::string flag = UnknownFlag(app, arguments);
        if (flag.empty()) throw Error(ErrorKind::kUsage, error.what(), "see " + app.get_name() + " --help");
        const std::string suggestion = DidYouMean(flag, FlagNames(app));
        throw Error(ErrorKind::kUsage, "unknown flag '" + flag + "'",
                    suggestion.empty() ? "see " + app.get_name() + " --help" : suggestion);
    } catch (const CLI::ParseError& error) {
        throw Error(ErrorKind::kUsage, error.what(), "see " + app.get_name() + " --help");
    }
}

void AddGenerateOptions(CLI::App& app, GenerateOptions& options) {
    app.add_option("--platform", options.platform, "a2a3, a2a3sim, a5 or a5sim instead of the recorded one");
    app.add_option("--cxx", options.cxx, "compiler of the kernels (default: PTO_SIM_CXX, else the newest that works)");
    app.add_option("--orchestration-cxx", options.orchestration_cxx, "compiler of the orchestration (default: g++)");
    app.add_option("--ptoas", options.ptoas, "ptoas launcher (default: in PTOAS_ROOT if that is set, else in PATH)");
    app.add_option("--ptoas-flag", options.ptoas_flags, "one more flag for ptoas; may be repeated")->expected(1);
    app.add_option("--ptoas-timeout", options.ptoas_timeout, "seconds for one unit, 0 for none (default: 60)");
    app.add_flag("!--no-rebuild-from-pto", options.rebuild_from_pto, "leave edited .pto files alone");
}

}  // namespace pto::gen
