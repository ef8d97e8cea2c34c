// The same cases compiled against these headers and against PTO-ISA's CPU simulator must write the same bytes.
//
// Runs where PTO_ISA_ROOT names a PTO-ISA checkout and a compiler for it exists: $PTO_CROSS_CXX, else clang++-19. Loops
// are not vectorised there: clang's hint in those headers lets it reorder the sums of a row, which no other compiler
// does.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support.h"

namespace embedded_test {
namespace {

namespace fs = std::filesystem;

class CrossCheckTest : public ::testing::Test {
  protected:
    CrossCheckTest() {
        std::string name = (fs::temp_directory_path() / "pto-cross-XXXXXX").string();
        directory_ = mkdtemp(name.data());
    }
    ~CrossCheckTest() override { fs::remove_all(directory_); }

    // Builds and runs the cases; the lines they wrote.
    std::vector<std::string> Run(const std::string& compiler, const std::string& name, const std::string& flags,
                                 const std::string& more_sources) {
        const std::string sources = PTO_EMBEDDED_TESTS "/cross_check";
        const std::string program = (directory_ / name).string(), output = program + ".txt", log = program + ".log";
        std::string command =
            compiler + " -std=c++23 -O2 -w -fpermissive -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG " + flags;
        for (const char* unit : {"elementwise_cases", "reduce_cases", "move_cases", "gather_cases", "cases_main"})
            command += " " + sources + "/" + unit + ".cc";
        command += " " + more_sources + " -o " + program + " -lpthread -ldl > " + log + " 2>&1 && " + program + " " +
                   output + " >> " + log + " 2>&1";
        if (std::system(command.c_str()) != 0) {
            std::ifstream text(log);
            ADD_FAILURE() << command << "\n" << std::string(std::istreambuf_iterator<char>(text), {}).substr(0, 4000);
            return {};
        }
        std::vector<std::string> lines;
        std::ifstream in(output);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }

    fs::path directory_;
};

TEST_F(CrossCheckTest, SameBytesAsTheSimulator) {
    const char* root = std::getenv("PTO_ISA_ROOT");
    if (root == nullptr) GTEST_SKIP() << "PTO_ISA_ROOT is not set";
    const char* given = std::getenv("PTO_CROSS_CXX");
    const std::string compiler = given != nullptr ? given : "clang++-19";
    if (std::system((compiler + " --version > /dev/null 2>&1").c_str()) != 0) GTEST_SKIP() << "no " << compiler;

    const std::string checkout = root, shim = PTO_EMBEDDED_INCLUDE "/../../clang_headers";
    const std::string flags = "-fno-vectorize -fno-slp-vectorize";
    const auto expected = Run(
        compiler, "simulator",
        flags + " -D__STDCPP_BFLOAT16_T__=1 -I" + shim + " -I" + checkout + "/include -I" + checkout + "/include/pto",
        "");
    for (const std::string& own : {compiler, std::string(PTO_CXX)}) {
        const auto actual = Run(own, "embedded", "-I" PTO_EMBEDDED_INCLUDE, "");
        ASSERT_EQ(actual.size(), expected.size());
        for (size_t i = 0; i < actual.size(); ++i)
            EXPECT_TRUE(actual[i] == expected[i]) << own << ":\n" << actual[i] << "\n" << expected[i];
        EXPECT_GT(actual.size(), 500u);
    }
}

}  // namespace
}  // namespace embedded_test
