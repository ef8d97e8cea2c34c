#include "generator/umbrella/tool_witnesses.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <optional>

#include "base/hash.h"
#include "generator/toolchain/compiler_variables.h"
#include "generator/toolchain/program_identity.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

class ToolWitnessesTest : public testing::Test {
  protected:
    ToolWitnessesTest() {
        space_.Write("headers/a.h", "text");
        plan_.compilers = {{"id/kernel_compiler", "/bin/sh"}, {"id/orchestration_compiler", "/bin/cat"}};
        plan_.groups = {{"id/headers", {space_.Path("headers")}}, {"golden/witness", {"golden.py"}}};
        plan_.trees = {{"id/pto_isa", space_.Path("isa"), {"include"}, false}};
        space_.Write("isa/include/b.h", "text");
        // Those that are set where the test runs.
        const std::string variables = CompilerVariablesText([](const std::string& name) {
            const char* value = std::getenv(name.c_str());
            return value == nullptr ? std::nullopt : std::optional<std::string>(value);
        });
        space_.Write("d/id/kernel_compiler", ProgramIdentity("/bin/sh", 0) + variables + "\n");
        space_.Write("d/id/orchestration_compiler", ProgramIdentity("/bin/cat", 0) + variables + "\n");
        HashCache hashes(files_, "", 0);
        space_.Write("d/id/headers", *hashes.Hash(space_.Path("headers")) + "\n");
        space_.Write("d/id/pto_isa", "no commit " + *hashes.Hash(space_.Path("isa/include")) + "\n");
    }

    // Names of those that are not the same any more.
    std::vector<std::string> Different() {
        HashCache hashes(files_, "", 0);
        std::vector<std::string> names;
        for (const ToolWitness& tool : CompareTools(files_, space_.Path("d"), plan_, hashes)) {
            if (!tool.same) names.push_back(tool.name);
        }
        return names;
    }

    test::TempSpace space_;
    RealFileSystem files_;
    ScanPlan plan_;
};

TEST_F(ToolWitnessesTest, NothingIsDifferentWhereNothingHasChanged) {
    EXPECT_THAT(Different(), testing::IsEmpty());
}

TEST_F(ToolWitnessesTest, WhatHasChangedIsNamed) {
    space_.Write("headers/a.h", "another text");
    EXPECT_THAT(Different(), testing::ElementsAre(space_.Path("headers")));
    space_.Write("isa/include/c.h", "new");
    space_.Write("d/id/kernel_compiler", "another one\n");
    space_.Remove("d/id/orchestration_compiler");
    EXPECT_THAT(Different(), testing::ElementsAre("/bin/sh", "/bin/cat", space_.Path("headers"), space_.Path("isa")));
}

}  // namespace
}  // namespace pto::gen
