#include "generator/options/options.h"

#include <gtest/gtest.h>

#include "tests/support/tensor_values.h"

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
                                         "--pto-isa-root-before",
                                         "/isa before",
                                         "--simpler-root",
                                         "/simpler",
                                         "--simpler-root-before",
                                         "/simpler before",
                                         "--ascend-home",
                                         "/ascend",
                                         "--ascend-home-before",
                                         "/ascend before",
                                         "--runtime",
                                         "simpler",
                                         "--launcher",
                                         "ccache",
                                         "--no-pch",
                                         "--strict-identity",
                                         "--require-pin",
                                         "--device-ids",
                                         "4,5",
                                         "--world-size",
                                         "2"}));
}

std::vector<int64_t> Devices(const std::string& ids, const std::string& size = {}) {
    GenerateOptions options;
    options.device_ids = ids;
    options.world_size = size;
    return ChosenDevices(options).value_or(std::vector<int64_t>{-1});
}

TEST(Options, DevicesAreListedOrCounted) {
    EXPECT_EQ(Devices(""), std::vector<int64_t>{-1});
    EXPECT_EQ(Devices("3"), std::vector<int64_t>{3});
    EXPECT_EQ(Devices("4,0,2"), (std::vector<int64_t>{4, 0, 2}));
    EXPECT_EQ(Devices("", "1"), std::vector<int64_t>{0});
    EXPECT_EQ(Devices("", "3"), (std::vector<int64_t>{0, 1, 2}));
}

TEST(Options, WhatIsNoChoiceOfDevices) {
    for (const char* text : {"0,", ",", "-1", "1.5", "a", "0 1", "0, 1", "99999999999999999999"}) {
        EXPECT_EQ(test::ErrorOf([&] { Devices(text); }),
                  "--device-ids is '" + std::string(text) + "', expected numbers such as 0,1,2");
    }
    EXPECT_EQ(test::ErrorOf([] { Devices("0,1,0"); }),
              "--device-ids is '0,1,0', which names 0 twice; name each device once");
    for (const char* text : {"0", "-2", "two", "1.0", "4097", " 2"}) {
        EXPECT_EQ(test::ErrorOf([&] { Devices("", text); }),
                  "--world-size is '" + std::string(text) + "', expected a number from 1 to 4096");
    }
    EXPECT_EQ(test::ErrorOf([] { Devices("0,1", "2"); }),
              "--device-ids and --world-size exclude each other; give one of them");
}

}  // namespace
}  // namespace pto::gen
