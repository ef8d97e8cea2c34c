#include "generator/graph/plan_manifest.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/json.h"
#include "base/version.h"
#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

std::string Text(const Sample& sample) {
    std::string text = ManifestText(PlanManifest(sample.directory, sample.toolchain, sample.objects, sample.entries));
    const size_t at = text.find(kVersion, text.find("\"generator\""));
    return text.replace(at, std::strlen(kVersion), "VERSION");
}

TEST(ManifestWriter, NamesWhatAnEditedRunPyDoes) {
    BuildDirectory several = SampleMulti();
    several.programs[1].run_py = {true, true};
    EXPECT_NE(Text(Sample(several)).find(R"("run_py": {
        "source": "next_levels/prefill/debug/run.py",
        "compares": true,
        "inputs": ".pto-ninja/next_levels/prefill/run_py/inputs.safetensors",
        "missing": ".pto-ninja/next_levels/prefill/run_py/missing"
      })"),
              std::string::npos)
        << Text(Sample(several));
    several.programs[1].run_py = {false, true};
    EXPECT_NE(Text(Sample(several)).find(R"("run_py": {
        "source": "next_levels/prefill/debug/run.py",
        "compares": true
      })"),
              std::string::npos);
}

TEST(ManifestWriter, OneChip) {
    EXPECT_EQ(Text(Sample(SampleSingle())), R"({
  "schema": 1,
  "kind": "l2",
  "platform": "a2a3sim",
  "backend": "Ascend910B",
  "runtime": "embedded",
  "entries": [
    {
      "name": "",
      "program": "gated",
      "params": [
        {
          "name": "x",
          "direction": "In",
          "shape": [
            96,
            -1
          ],
          "dtype": "fp32"
        },
        {
          "name": "n",
          "direction": "In",
          "shape": null,
          "dtype": "int64"
        },
        {
          "name": "y",
          "direction": "Out",
          "shape": [],
          "dtype": "bfloat16"
        }
      ],
      "golden": {
        "source": "golden.py",
        "inputs": ".pto-ninja/golden/inputs.safetensors",
        "expected": ".pto-ninja/golden/expected.safetensors"
      }
    }
  ],
  "programs": [
    {
      "name": "gated",
      "directory": "",
      "orchestration": {
        "source": "orchestration/gated.cpp",
        "binary": ".pto-ninja/a2a3sim-embedded/orchestration/gated.so",
        "function_name": "aicpu_orchestration_entry",
        "signature": [
          "IN",
          "OUT"
        ]
      },
      "kernels": [
        {
          "func_id": 0,
          "name": "scale",
          "core_type": "aiv",
          "source": "kernels/aiv/scale.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so",
          "signature": [
            "IN",
            "OUT"
          ]
        },
        {
          "func_id": 1,
          "name": "matmul",
          "core_type": "aic",
          "source": "kernels/aic/matmul.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so",
          "signature": [
            "IN",
            "IN",
            "OUT"
          ]
        },
        {
          "func_id": 2,
          "name": "scale_again",
          "core_type": "aiv",
          "source": "kernels/aiv/scale.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so",
          "signature": [
            "IN",
            "OUT"
          ]
        },
        {
          "func_id": 3,
          "name": "bias",
          "core_type": "aiv",
          "source": "kernels/aiv/bias.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so",
          "signature": [
            "INOUT",
            "SCALAR"
          ]
        },
        {
          "func_id": 4,
          "name": "scale",
          "core_type": "aiv",
          "source": "/ext/my $kernels/scale.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so",
          "signature": []
        }
      ],
      "runtime_config": {
        "runtime": "tensormap_and_ringbuffer",
        "aicpu_thread_num": 4,
        "enable_sdma": true,
        "block_dim": 24
      },
      "runtime_env": {
        "B": "",
        "PTO2_RING_HEAP": "1024"
      }
    }
  ],
  "identity": {
    "generator": "VERSION",
    "kernel_compiler": "g++-15 (Debian) 15.1.0",
    "orchestration_compiler": "g++ (Debian) 12.2.0"
  }
}
)");
}

TEST(ManifestWriter, PassesALayoutOnThatWasRecorded) {
    BuildDirectory directory = SampleSingle();
    directory.programs[0].meta->params = {{"w", "In", std::vector<int64_t>{1, 4, 2, 16, 16}, "fp16", "NZ"},
                                          {"k", "In", std::nullopt, "int32"}};
    const Json manifest = Json::parse(Text(Sample(directory)));
    EXPECT_EQ(manifest["entries"][0]["params"].dump(),
              R"([{"name":"w","direction":"In","shape":[1,4,2,16,16],"dtype":"fp16","layout":"NZ"},)"
              R"({"name":"k","direction":"In","shape":null,"dtype":"int32"}])");
}

TEST(ManifestWriter, SeveralOrchestrations) {
    EXPECT_EQ(Text(Sample(SampleMulti())), R"({
  "schema": 1,
  "kind": "multi",
  "platform": "a2a3sim",
  "backend": "Ascend910B",
  "runtime": "embedded",
  "entries": [
    {
      "name": "decode",
      "program": "decode",
      "params": [
        {
          "name": "x",
          "direction": "In",
          "shape": [
            96,
            -1
          ],
          "dtype": "fp32"
        },
        {
          "name": "n",
          "direction": "In",
          "shape": null,
          "dtype": "int64"
        },
        {
          "name": "y",
          "direction": "Out",
          "shape": [],
          "dtype": "bfloat16"
        }
      ],
      "golden": {
        "source": "next_levels/decode/golden.py",
        "inputs": ".pto-ninja/next_levels/decode/golden/inputs.safetensors",
        "expected": ".pto-ninja/next_levels/decode/golden/expected.safetensors"
      }
    },
    {
      "name": "prefill",
      "program": "prefill"
    }
  ],
  "programs": [
    {
      "name": "decode",
      "directory": "next_levels/decode",
      "orchestration": {
        "source": "next_levels/decode/orchestration/decode.cpp",
        "binary": ".pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so",
        "function_name": "aicpu_orchestration_entry",
        "signature": [
          "IN",
          "OUT"
        ]
      },
      "kernels": [
        {
          "func_id": 0,
          "name": "add",
          "core_type": "aiv",
          "source": "next_levels/decode/kernels/aiv/add.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so",
          "signature": [
            "IN",
            "OUT"
          ]
        }
      ],
      "runtime_config": {
        "runtime": "tensormap_and_ringbuffer",
        "aicpu_thread_num": 0,
        "enable_sdma": false
      },
      "runtime_env": {}
    },
    {
      "name": "prefill",
      "directory": "next_levels/prefill",
      "orchestration": {
        "source": "next_levels/prefill/orchestration/prefill.cpp",
        "binary": ".pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so",
        "function_name": "aicpu_orchestration_entry",
        "signature": [
          "IN",
          "OUT"
        ]
      },
      "kernels": [
        {
          "func_id": 0,
          "name": "add",
          "core_type": "aiv",
          "source": "next_levels/prefill/kernels/aiv/add.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so",
          "signature": [
            "IN",
            "OUT"
          ]
        }
      ],
      "runtime_config": {
        "runtime": "tensormap_and_ringbuffer",
        "aicpu_thread_num": 0,
        "enable_sdma": false
      },
      "runtime_env": {}
    }
  ],
  "identity": {
    "generator": "VERSION",
    "kernel_compiler": "g++-15 (Debian) 15.1.0",
    "orchestration_compiler": "g++ (Debian) 12.2.0"
  }
}
)");
}

TEST(ManifestWriter, Distributed) {
    EXPECT_EQ(Text(Sample(SampleDistributed())), R"({
  "schema": 1,
  "kind": "l3",
  "platform": "a2a3sim",
  "backend": "Ascend910B",
  "runtime": "embedded",
  "entries": [
    {
      "name": "",
      "plan": ".pto-ninja/plan.json",
      "params": [
        {
          "name": "x",
          "direction": "In",
          "shape": [
            96,
            -1
          ],
          "dtype": "fp32"
        },
        {
          "name": "n",
          "direction": "In",
          "shape": null,
          "dtype": "int64"
        },
        {
          "name": "y",
          "direction": "Out",
          "shape": [],
          "dtype": "bfloat16"
        }
      ],
      "golden": {
        "source": "golden.py",
        "inputs": ".pto-ninja/golden/inputs.safetensors",
        "expected": ".pto-ninja/golden/expected.safetensors"
      }
    },
    {
      "name": "chip",
      "program": "chip",
      "plan": ".pto-ninja/plan.json",
      "params": [
        {
          "name": "x",
          "direction": "In",
          "shape": [
            96,
            -1
          ],
          "dtype": "fp32"
        },
        {
          "name": "n",
          "direction": "In",
          "shape": null,
          "dtype": "int64"
        },
        {
          "name": "y",
          "direction": "Out",
          "shape": [],
          "dtype": "bfloat16"
        }
      ],
      "golden": {
        "source": "golden.py",
        "inputs": ".pto-ninja/golden/inputs.safetensors",
        "expected": ".pto-ninja/golden/expected.safetensors"
      }
    }
  ],
  "programs": [
    {
      "name": "chip",
      "directory": "next_levels/chip",
      "orchestration": {
        "source": "next_levels/chip/orchestration/chip.cpp",
        "binary": ".pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so",
        "function_name": "aicpu_orchestration_entry",
        "signature": [
          "IN",
          "OUT"
        ]
      },
      "kernels": [
        {
          "func_id": 0,
          "name": "add",
          "core_type": "aiv",
          "source": "next_levels/chip/kernels/aiv/add.cpp",
          "binary": ".pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so",
          "signature": [
            "IN",
            "OUT"
          ]
        }
      ],
      "runtime_config": {
        "runtime": "tensormap_and_ringbuffer",
        "aicpu_thread_num": 0,
        "enable_sdma": false
      },
      "runtime_env": {}
    }
  ],
  "distributed": {
    "device_ids": [
      0,
      1
    ],
    "num_sub_workers": 0,
    "runtime": "tensormap_and_ringbuffer",
    "aicpu_thread_num": 0
  },
  "identity": {
    "generator": "VERSION",
    "kernel_compiler": "g++-15 (Debian) 15.1.0",
    "orchestration_compiler": "g++ (Debian) 12.2.0"
  }
}
)");
}

// What a run on the checkout loads, and what the binaries were compiled against.
TEST(ManifestWriter, OnACheckoutOfTheRuntime) {
    const Sample sample(SampleMulti(), {}, SampleDeviceToolchain());
    const std::string text = Text(sample);
    const size_t start = text.find("  \"simpler\": {");
    ASSERT_NE(start, std::string::npos) << text;
    EXPECT_EQ(text.substr(start), R"(  "simpler": {
    "root": "/simpler",
    "adapter": ".pto-ninja/a2a3-simpler/adapter.so",
    "dispatcher": "/lib/dispatcher.so",
    "runtimes": [
      {
        "name": "tensormap_and_ringbuffer",
        "host_runtime": "/lib/host.so",
        "aicpu_kernel": "/lib/aicpu.so",
        "aicore_kernel": "/lib/aicore.o"
      },
      {
        "name": "host_build_graph",
        "host_runtime": "/lib/host.so",
        "aicpu_kernel": "/lib/aicpu.so",
        "aicore_kernel": "/lib/aicore.o"
      }
    ]
  },
  "identity": {
    "generator": "VERSION",
    "kernel_compiler": "ccec 1",
    "orchestration_compiler": "g++ 7",
    "pto_isa": "no git checkout",
    "simpler": "no git checkout"
  }
}
)");
    EXPECT_NE(text.find("\"runtime\": \"simpler\""), std::string::npos);
    EXPECT_NE(text.find("\"binary\": \".pto-ninja/a2a3-simpler/next_levels/decode/kernels/aiv/add.bin\""),
              std::string::npos);
}

// The same directory, other binaries.
TEST(ManifestWriter, OfWhatADebuggerRuns) {
    Sample sample(SampleMulti());
    const std::string plain = Text(sample);
    sample.objects = PlanObjects(sample.directory, sample.toolchain, {}, DebugObjects::kPlanned);
    EXPECT_EQ(Text(sample), plain);
    std::string debugged =
        ManifestText(PlanDebugManifest(sample.directory, sample.toolchain, sample.objects, sample.entries));
    size_t replaced = 0;
    for (size_t at = debugged.find("embedded-debug/"); at != std::string::npos; at = debugged.find("embedded-debug/")) {
        debugged.erase(at + 8, 6);
        ++replaced;
    }
    EXPECT_EQ(replaced, 4u);
    EXPECT_EQ(debugged, ManifestText(PlanManifest(sample.directory, sample.toolchain, sample.objects, sample.entries)));
}

// What pto-replay has to know of a sidecar of a newer PyPTO, and nothing of the usual.
TEST(ManifestWriter, TypesAndModesAsRecorded) {
    BuildDirectory directory = SampleSingle();
    const auto entry = [&directory] { return Json::parse(Text(Sample(directory)))["entries"][0]; };
    EXPECT_FALSE(entry().contains("execution_modes"));
    directory.programs[0].meta->modes = {"kernel", "program"};
    EXPECT_FALSE(entry().contains("execution_modes"));
    directory.programs[0].meta->modes = {"kernel"};
    directory.programs[0].meta->params[0].dtype = "fp6";
    EXPECT_EQ(entry()["execution_modes"].dump(), "[\"kernel\"]");
    EXPECT_EQ(entry()["params"][0]["dtype"], "fp6");
}

}  // namespace
}  // namespace pto::gen
