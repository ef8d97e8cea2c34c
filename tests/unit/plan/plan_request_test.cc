#include "generator/plan/plan_request.h"

#include <gtest/gtest.h>

#include "tests/support/host_orchestration.h"
#include "tests/support/sample_directory.h"
#include "tests/support/tensor_values.h"

namespace pto::gen {
namespace {

TEST(PlanRequest, AnNzParameterHasItsBlocks) {
    const BuildDirectory directory = test::HostDirectory(
        {{"w", "In", std::vector<int64_t>{1, 4, 2, 16, 32}, "int8", "NZ"}, {"n", "In", std::nullopt, "int64", "NZ"}});
    const Json params = Json::parse(PlanRequestText(directory, {}, 2))["params"];
    EXPECT_EQ(params[2].dump(),
              R"({"name":"w","direction":"In","shape":[1,4,2,16,32],"dtype":"int8","nz_block":[16,32]})");
    EXPECT_EQ(params[3].dump(), R"({"name":"n","direction":"In","shape":null,"dtype":"int64"})");
}

TEST(PlanRequest, WholeText) {
    GenerateOptions options;
    options.world_size = "3";
    BuildDirectory directory = test::HostDirectory({{"n", "In", std::nullopt, "int64"}});
    EXPECT_EQ(OverrideDevices(directory, options), 2U);
    EXPECT_EQ(PlanRequestText(directory, options, 2), R"({
  "recorder": 2,
  "source": "orchestration/host_orch.py",
  "device_ids": [
    0,
    1,
    2
  ],
  "recorded_devices": 2,
  "override": "--world-size 3",
  "aicpu_thread_num": 0,
  "params": [
    {
      "name": "x",
      "direction": "In",
      "shape": [
        2,
        4,
        8
      ],
      "dtype": "fp32"
    },
    {
      "name": "y",
      "direction": "Out",
      "shape": [
        2,
        4,
        8
      ],
      "dtype": "fp32"
    },
    {
      "name": "n",
      "direction": "In",
      "shape": null,
      "dtype": "int64"
    }
  ],
  "programs": [
    {
      "name": "chip",
      "signature": [
        "IN",
        "OUT"
      ]
    },
    {
      "name": "free",
      "signature": []
    }
  ]
}
)");
}

TEST(PlanRequest, OnlyDistributedBuildsHaveDevices) {
    GenerateOptions options;
    BuildDirectory single = SampleSingle();
    single.root = "build_output/x";
    EXPECT_EQ(OverrideDevices(single, options), 0U);
    options.device_ids = "0,1";
    EXPECT_EQ(test::ErrorOf([&] { OverrideDevices(single, options); }),
              "build_output/x: is no distributed build and cannot follow --device-ids 0,1; leave the option out");
    BuildDirectory distributed = SampleDistributed();
    options.device_ids = "7,3,5";
    EXPECT_EQ(OverrideDevices(distributed, options), 2U);
    EXPECT_EQ(distributed.distributed->config.device_ids, (std::vector<int64_t>{7, 3, 5}));
}

}  // namespace
}  // namespace pto::gen
