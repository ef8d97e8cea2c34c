#include "generator/options/options.h"

#include <gtest/gtest.h>

#include "tests/support/tensor_values.h"

namespace pto::gen {
namespace {

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
