#include "generator/options/option_table.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

using Strings = std::vector<std::string>;

TEST(OptionTable, DefaultsNeedNoFlags) {
    EXPECT_EQ(FlagsOf({}), Strings{});
}

TEST(OptionTable, EveryOptionHasItsFlag) {
    GenerateOptions options;
    options.platform = "a5sim";
    options.cxx = "/opt/my compilers/g++-15";
    options.orchestration_cxx = "g++";
    options.ptoas = "/tools/ptoas";
    options.ptoas_flags = {"--first", "--pto-level=level3", "-x y"};
    options.ptoas_timeout = "0";
    options.rebuild_from_pto = false;
    options.pto_isa_root = {"/isa", "/isa before"};
    options.simpler_root = {"/simpler", "/simpler before"};
    options.ascend_home = {"/ascend", "/ascend before"};
    options.runtime = "simpler";
    options.launcher = "ccache";
    options.pch = false;
    options.strict_identity = true;
    options.require_pin = true;
    options.device_ids = "4,5";
    options.world_size = "2";
    options.recompile = true;  // once: a regeneration must not repeat it
    options.debug = true;
    EXPECT_EQ(FlagsOf(options), (Strings{"--platform",
                                         "a5sim",
                                         "--cxx",
                                         "/opt/my compilers/g++-15",
                                         "--orchestration-cxx",
                                         "g++",
                                         "--ptoas",
                                         "/tools/ptoas",
                                         "--ptoas-flag=--first",
                                         "--ptoas-flag=--pto-level=level3",
                                         "--ptoas-flag=-x y",
                                         "--ptoas-timeout",
                                         "0",
                                         "--no-rebuild-from-pto",
                                         "--pto-isa-root",
                                         "/isa",
                                         "--simpler-root",
                                         "/simpler",
                                         "--ascend-home",
                                         "/ascend",
                                         "--runtime",
                                         "simpler",
                                         "--launcher",
                                         "ccache",
                                         "--no-pch",
                                         "--require-pin",
                                         "--strict-identity",
                                         "--device-ids",
                                         "4,5",
                                         "--world-size",
                                         "2",
                                         "--pto-isa-root-before",
                                         "/isa before",
                                         "--simpler-root-before",
                                         "/simpler before",
                                         "--ascend-home-before",
                                         "/ascend before"}));
}

// A row that is left out of the recorded ones by mistake, or stands twice, shows here.
TEST(OptionTable, EveryRowIsThereOnceAndComesBack) {
    std::set<std::string> flags;
    for (const OptionRow& row : OptionRows()) {
        EXPECT_TRUE(flags.insert(row.flag).second) << row.flag;
        GenerateOptions given;
        if (const auto* text = std::get_if<OptionRow::Text>(&row.field)) given.** text = "x";
        if (const auto* texts = std::get_if<OptionRow::Texts>(&row.field)) given.** texts = {"x"};
        if (const auto* root = std::get_if<OptionRow::Root>(&row.field)) given.*root->root.*root->text = "x";
        if (const auto* choice = std::get_if<OptionRow::Switch>(&row.field)) given.*choice->member = choice->value;
        if (const auto* choice = std::get_if<OptionRow::Choice>(&row.field)) given.*choice->member = choice->value;
        const Strings again = FlagsOf(given);
        EXPECT_EQ(again.empty(), !row.recorded) << row.flag;
        EXPECT_EQ(again.empty() ? "" : again.front().substr(0, again.front().find('=')), row.recorded ? row.flag : "");
        EXPECT_EQ(FlagsOf(Merge({}, given, {row.flag})), again);
        EXPECT_EQ(FlagsOf(Merge({}, given, {})), Strings{});
    }
}

}  // namespace
}  // namespace pto::gen
