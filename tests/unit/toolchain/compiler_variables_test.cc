#include "generator/toolchain/compiler_variables.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

TEST(CompilerVariables, EachHasOneRow) {
    std::set<std::string_view> names;
    for (const CompilerVariable& row : kCompilerVariables) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(CompilerVariables, ThoseThatChangeWhatIsMadeAreTold) {
    const auto all = [](const std::string& name) { return std::optional("value of " + name); };
    const std::string text = CompilerVariablesText(all);
    for (const CompilerVariable& row : kCompilerVariables) {
        const std::string line = "\n" + std::string(row.name) + "=value of " + std::string(row.name);
        EXPECT_EQ(text.find(line) != std::string::npos, row.use == VariableUse::kIdentity) << row.name;
    }
    EXPECT_EQ(CompilerVariablesText([](const std::string&) { return std::nullopt; }), "");
    const auto one = [](const std::string& name) {
        return name == "CPATH" ? std::optional<std::string>("") : std::nullopt;
    };
    EXPECT_EQ(CompilerVariablesText(one), "\nCPATH=") << "set to nothing is not unset";
}

TEST(CompilerVariables, ThoseThatWriteElsewhereAreCleared) {
    const test::EnvironmentVariable first("DEPENDENCIES_OUTPUT", "/tmp/x");
    const test::EnvironmentVariable second("SUNPRO_DEPENDENCIES", "/tmp/y");
    const test::EnvironmentVariable third("CPATH", "/tmp/z");
    ClearCompilerVariables();
    EXPECT_EQ(std::getenv("DEPENDENCIES_OUTPUT"), nullptr);
    EXPECT_EQ(std::getenv("SUNPRO_DEPENDENCIES"), nullptr);
    EXPECT_STREQ(std::getenv("CPATH"), "/tmp/z");
}

}  // namespace
}  // namespace pto::gen
