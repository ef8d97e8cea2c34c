// Records of compiled directories as the loaders would return them, for tests of what is planned from them.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"
#include "generator/graph/entries.h"
#include "generator/graph/objects.h"
#include "generator/graph/plan_build.h"
#include "generator/options/options.h"
#include "generator/toolchain/toolchain.h"

namespace pto::gen {

// a2a3sim, g++-15 for kernels, g++ for the orchestration; the headers lie in "/opt/pto ninja/include".
Toolchain SampleToolchain();

// A device, "/simpler" with two runtimes, whose sources are "/simpler/<runtime>.cpp", and the toolkit in "/ascend".
Toolchain SampleDeviceToolchain();

// One chip: two func_ids share kernels/aiv/scale.cpp, unit "mix" feeds an aic and an aiv kernel, an external kernel has
// the name of another and an include directory of its own, golden.py is there.
BuildDirectory SampleSingle();

// Two orchestrations, "decode" (with a unit and golden.py) and "prefill" (neither, and no sidecar).
BuildDirectory SampleMulti();

// A distributed build of one chip program, over two devices.
BuildDirectory SampleDistributed();

// Everything that a plan is made of, kept together.
struct Sample {
    explicit Sample(BuildDirectory from, GenerateOptions with = {}, Toolchain by = SampleToolchain());
    // Entries point into the directory.
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;

    PlanInput Input() const { return {directory, toolchain, options, programs, objects, entries}; }

    BuildDirectory directory;
    GenerateOptions options;
    Toolchain toolchain;
    Programs programs = {"/opt/pto ninja/bin/pto-ninja", "/opt/pto ninja/bin/pto-replay"};
    ObjectPlan objects;
    std::vector<Entry> entries;
};

}  // namespace pto::gen
