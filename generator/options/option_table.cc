#include "generator/options/option_table.h"

#include "base/text.h"
#include "upstream/platforms.h"

namespace pto::gen {
namespace {

using Text = OptionRow::Text;
using Texts = OptionRow::Texts;
using Root = OptionRow::Root;
using Switch = OptionRow::Switch;
using Choice = OptionRow::Choice;
using Options = GenerateOptions;

template <typename... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
// For clang 14.
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::vector<OptionRow> MakeRows() {
    return {
        {.flag = "--platform",
         .field = &Options::platform,
         .help = "for this platform instead of the recorded one",
         .value = "NAME:" + Join(PlatformNames(), "|")},
        {.flag = "--cxx",
         .field = &Options::cxx,
         .help = "compiler of the kernels (default: PTO_SIM_CXX, else the newest that works)",
         .value = "FILE"},
        {.flag = "--orchestration-cxx",
         .field = &Options::orchestration_cxx,
         .help = "compiler of the orchestration (default: g++)",
         .value = "FILE"},
        {.flag = "--ptoas",
         .field = &Options::ptoas,
         .help = "ptoas launcher (default: in PTOAS_ROOT if that is set, else in PATH)",
         .value = "FILE"},
        {.flag = "--ptoas-flag",
         .field = &Options::ptoas_flags,
         .help = "one more flag for ptoas; may be repeated",
         .value = "VALUE"},
        {.flag = "--ptoas-timeout",
         .field = &Options::ptoas_timeout,
         .help = "limit for one unit, 0 for none (default: 60)",
         .value = "SECONDS"},
        {.flag = "--no-rebuild-from-pto",
         .field = Switch{&Options::rebuild_from_pto, false},
         .help = "leave edited .pto files alone"},
        {.flag = "--pto-isa-root",
         .field = Root{&Options::pto_isa_root, &RootOption::path},
         .help = "compile kernels against this PTO-ISA (default: PTO_ISA_ROOT, else the runtime's or the embedded "
                 "headers)",
         .value = "DIR"},
        {.flag = "--simpler-root",
         .field = Root{&Options::simpler_root, &RootOption::path},
         .help = "checkout of the runtime (default: SIMPLER_ROOT)",
         .value = "DIR"},
        {.flag = "--ascend-home",
         .field = Root{&Options::ascend_home, &RootOption::path},
         .help = "Ascend toolkit with the compilers for a device (default: ASCEND_HOME_PATH)",
         .value = "DIR"},
        {.flag = "--runtime",
         .field = &Options::runtime,
         .help = "what runs the programs (default: simpler when its root is known, else embedded)",
         .value = "NAME:embedded|simpler|pypto"},
        {.flag = "--launcher",
         .field = &Options::launcher,
         .help = "start compilers with a launcher such as these",
         .value = "COMMAND:ccache|distcc"},
        {.flag = "--pch",
         .field = Choice{&Options::pch, true},
         .help = "precompile the headers of the kernels, with a launcher too"},
        {.flag = "--no-pch",
         .field = Choice{&Options::pch, false},
         .help = "never precompile them (default: where four kernels start alike)"},
        {.flag = "--require-pin",
         .field = Switch{&Options::require_pin, true},
         .help = "refuse a PTO-ISA that is not the runtime's pto_isa.pin"},
        {.flag = "--strict-identity",
         .field = Switch{&Options::strict_identity, true},
         .help = "rebuild kernels every time while PTO-ISA is not a clean git checkout"},
        {.flag = "--device-ids",
         .field = &Options::device_ids,
         .help = "devices of a distributed build, such as 0,1,2 (default: as recorded)",
         .value = "LIST",
         .excludes = "--world-size"},
        {.flag = "--world-size",
         .field = &Options::world_size,
         .help = "their number instead, for the devices from 0",
         .value = "N",
         .excludes = "--device-ids"},
        {.flag = "--pto-isa-root-before", .field = Root{&Options::pto_isa_root, &RootOption::recorded}},
        {.flag = "--simpler-root-before", .field = Root{&Options::simpler_root, &RootOption::recorded}},
        {.flag = "--ascend-home-before", .field = Root{&Options::ascend_home, &RootOption::recorded}},
        {.flag = "--recompile",
         .field = Switch{&Options::recompile, true},
         .help = "let the next build compile everything again",
         .recorded = false},
        {.flag = "--no-recompile",
         .field = Switch{&Options::recompile, false},
         .help = "only what changed (the default)",
         .recorded = false},
        {.flag = "--debug",
         .field = Switch{&Options::debug, true},
         .help = "from now on objects for a debugger as well (-O0 -g): ninja debug",
         .recorded = false},
    };
}

// The words that say `options` again, for one row.
void AddFlag(const OptionRow& row, const GenerateOptions& options, std::vector<std::string>& flags) {
    const std::string flag = row.flag;
    const auto add_text = [&](const std::string& text) {
        if (!text.empty()) flags.insert(flags.end(), {flag, text});
    };
    std::visit(Overloaded{[&](Text member) { add_text(options.*member); },
                          [&](const Root& root) { add_text(options.*root.root.*root.text); },
                          // With '=', since the values begin with '-' themselves.
                          [&](Texts member) {
                              for (const std::string& text : options.*member) flags.push_back(flag + "=" + text);
                          },
                          [&](const Switch& choice) {
                              const bool is_default = GenerateOptions().*choice.member == choice.value;
                              if (!is_default && options.*choice.member == choice.value) flags.push_back(flag);
                          },
                          [&](const Choice& choice) {
                              if (options.*choice.member == choice.value) flags.push_back(flag);
                          }},
               row.field);
}

void Copy(const OptionRow& row, const GenerateOptions& from, GenerateOptions& to) {
    std::visit(Overloaded{[&](const Root& root) { to.*root.root.*root.text = from.*root.root.*root.text; },
                          [&](const Switch& choice) { to.*choice.member = from.*choice.member; },
                          [&](const Choice& choice) { to.*choice.member = from.*choice.member; },
                          [&](auto member) { to.*member = from.*member; }},
               row.field);
}

}  // namespace

std::span<const OptionRow> OptionRows() {
    static const std::vector<OptionRow> rows = MakeRows();
    return rows;
}

std::vector<std::string> FlagsOf(const GenerateOptions& options) {
    std::vector<std::string> flags;
    for (const OptionRow& row : OptionRows()) {
        if (row.recorded) AddFlag(row, options, flags);
    }
    return flags;
}

GenerateOptions Merge(GenerateOptions recorded, const GenerateOptions& given, const std::set<std::string>& flags) {
    for (const OptionRow& row : OptionRows()) {
        const bool displaced = flags.contains(row.excludes) && !flags.contains(row.flag);
        if (displaced) Copy(row, {}, recorded);
        if (flags.contains(row.flag)) Copy(row, given, recorded);
    }
    return recorded;
}

}  // namespace pto::gen
