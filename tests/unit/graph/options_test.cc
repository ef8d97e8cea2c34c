#include "generator/graph/options.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

using Strings = std::vector<std::string>;

TEST(Options, DefaultsNeedNoFlags) {
    EXPECT_EQ(FlagsOf({}), Strings{});
}

TEST(Options, EveryOptionHasItsFlag) {
    GenerateOptions options;
    options.platform = "a5sim";
    options.cxx = "/opt/my compilers/g++-15";
    options.orchestration_cxx = "g++";
    options.ptoas = "/tools/ptoas";
    options.ptoas_flags = {"--first", "--pto-level=level3", "-x y"};
    options.ptoas_timeout = "0";
    options.rebuild_from_pto = false;
    EXPECT_EQ(FlagsOf(options),
              (Strings{"--platform", "a5sim", "--cxx", "/opt/my compilers/g++-15", "--orchestration-cxx", "g++",
                       "--ptoas", "/tools/ptoas", "--ptoas-flag=--first", "--ptoas-flag=--pto-level=level3",
                       "--ptoas-flag=-x y", "--ptoas-timeout", "0", "--no-rebuild-from-pto"}));
}

}  // namespace
}  // namespace pto::gen
