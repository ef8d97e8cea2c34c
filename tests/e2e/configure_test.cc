// The CMake project in somebody else's hands: as a part of another project, for another machine, with flags of theirs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/e2e/support/installation.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ConfigureTest : public testing::Test {
  protected:
    void Configure(const std::string& sources, std::vector<std::string> flags) {
        std::vector<std::string> command = {"cmake", "-S", sources, "-B",
                                            Build(), "-G", "Ninja", "-DCMAKE_CXX_COMPILER=" PTO_CXX};
        command.insert(command.end(), flags.begin(), flags.end());
        const Outcome outcome = work_.Tool(command);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
    }

    std::string Build() const { return work_.Path("build dir"); }

    std::string CommandFor(const std::string& source) const {
        for (const nlohmann::json& entry : nlohmann::json::parse(ReadFile(Build() + "/compile_commands.json"))) {
            if (entry["file"].get<std::string>().ends_with(source)) return entry["command"];
        }
        ADD_FAILURE() << source << " is not compiled";
        return {};
    }

    Workspace work_;
};

TEST_F(ConfigureTest, AsAPartOfAnotherProjectItGivesTheSameTargets) {
    const std::string example = work_.Path("example.cc");
    WriteFile(example, FencedBlock(ReadFile(std::string(PTO_SOURCE_DIR) + "/docs/library.md"), "cpp"));
    Configure(
        std::string(PTO_SOURCE_DIR) + "/tests/consumer",
        {"-DPTO_NINJA_SOURCES=" PTO_SOURCE_DIR, "-DEXAMPLE_SOURCE=" + example, "-DBUILD_OUTPUT=" + work_.Path("output"),
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_CXX_FLAGS=" PTO_CONSUMER_FLAGS});
    // No build type, flag or test of ours reaches the project.
    EXPECT_THAT(ReadFile(Build() + "/CMakeCache.txt"),
                AllOf(HasSubstr("CMAKE_BUILD_TYPE:STRING=\n"), Not(HasSubstr("BUILD_TESTING")),
                      Not(HasSubstr("CPACK_PACKAGE"))));
    EXPECT_THAT(ReadFile(Build() + "/build.ninja"), AllOf(HasSubstr("build steps_replay"), HasSubstr("pto-ninja"),
                                                          Not(HasSubstr("unit_tests")), Not(HasSubstr("-Werror"))));
    // The headers are found, and nothing else of ours.
    const std::string command = CommandFor("/consumer.cc");
    EXPECT_THAT(command, AllOf(HasSubstr("PTO_NINJA_PROGRAM="), Not(HasSubstr("-I" PTO_SOURCE_DIR " "))));
    const Outcome compiled = work_.Tool({"sh", "-c", command + " -fsyntax-only"}, Build());
    EXPECT_EQ(compiled.exit_code, 0) << compiled.All();
}

TEST_F(ConfigureTest, FlagsOfTheUserStandAndWarningsAreNoErrors) {
    Configure(PTO_SOURCE_DIR, {"-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DMINE", "-DBUILD_TESTING=OFF"});
    EXPECT_THAT(CommandFor("/generator/main.cc"),
                AllOf(HasSubstr("-O1 -DMINE"), Not(HasSubstr("-O2")), Not(HasSubstr("-Werror")), HasSubstr("-Wall")));
}

TEST_F(ConfigureTest, WarningsAreErrorsWhereAskedFor) {
    Configure(PTO_SOURCE_DIR, {"-DPTO_WERROR=ON", "-DBUILD_TESTING=OFF"});
    EXPECT_THAT(CommandFor("/generator/main.cc"), AllOf(HasSubstr("-O2 -DNDEBUG"), HasSubstr("-Werror")));
}

// Whether a compiler for it is there does not matter: CMake cross-compiles as soon as the system is named.
TEST_F(ConfigureTest, ForAnotherMachineWithItsTests) {
    Configure(PTO_SOURCE_DIR, {"-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64"});
    EXPECT_THAT(ReadFile(Build() + "/build.ninja"), AllOf(HasSubstr("unit_tests"), Not(HasSubstr("pto-ninja.1"))));
}

}  // namespace
}  // namespace pto::test
