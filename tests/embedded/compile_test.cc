// What the compiler says: kernels of the reference data compile, instructions that are not offered are refused by name.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"

namespace embedded_test {
namespace {

namespace fs = std::filesystem;

struct Compilation {
    int exit_code;
    std::string output;
};

class CompileTest : public ::testing::Test {
  protected:
    CompileTest() {
        std::string name = (fs::temp_directory_path() / "pto-embedded-XXXXXX").string();
        directory_ = mkdtemp(name.data());
    }
    ~CompileTest() override { fs::remove_all(directory_); }

    Compilation Compile(const std::string& source, const std::string& flags) const {
        const std::string log = (directory_ / "log").string();
        const std::string command =
            std::string(PTO_CXX) +
            " -std=c++2b -fpermissive -fsyntax-only -w -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG -I" +
            PTO_EMBEDDED_INCLUDE + " -I" + PTO_EMBEDDED_INCLUDE + "/pto " + flags + " '" + source + "' > '" + log +
            "' 2>&1";
        const int status = std::system(command.c_str());
        std::ifstream in(log);
        std::stringstream text;
        text << in.rdbuf();
        return {WEXITSTATUS(status), text.str()};
    }
    Compilation CompileBody(const std::string& body) const {
        const std::string source = (directory_ / "kernel.cpp").string();
        std::ofstream(source) << "#include <pto/pto-inst.hpp>\nusing namespace pto;\n"
                              << "using V = Tile<TileType::Vec, float, 8, 32>;\nvoid kernel(V& a, V& b, V& c) {\n"
                              << body << "\n}\n";
        return Compile(source, "-D__DAV_VEC__");
    }

    fs::path directory_;
};

TEST_F(CompileTest, InstructionsThatAreNotOfferedAreNamed) {
    const std::pair<const char*, const char*> uses[] = {
        {"TQUANT", "TQUANT<pto::QuantType::INT8_SYM, V, V, V>(a, b, c);"},
        {"TPRINT", "TPRINT(a);"},
        {"TPOW", "TPOW(a, b, c, c);"},
        {"TPUSH", "TPUSH<V, V, TileSplitAxis::TILE_NO_SPLIT>(a, b);"},
        {"TMATMUL_MX", "TMATMUL_MX(a, b, c, b, c);"},
    };
    for (const auto& [name, use] : uses) {
        const Compilation result = CompileBody(use);
        EXPECT_EQ(result.exit_code, 1) << name;
        const std::string message =
            std::string(name) +
            " is not among the embedded instructions: set PTO_ISA_ROOT to a PTO-ISA checkout (or "
            "SIMPLER_ROOT to the runtime) and run pto-ninja again";
        EXPECT_NE(result.output.find(message), std::string::npos) << result.output;
    }
}

TEST_F(CompileTest, FormsThatAreNotOfferedAreNamed) {
    const std::pair<const char*, const char*> uses[] = {
        {"TAND: this element type is not supported", "TAND(a, b, c);"},
        {"TADD: all tiles must have one element type", "Tile<TileType::Vec, half, 8, 32> h; TADD(a, b, h);"},
        {"GlobalTensor: layouts other than ND, DN and NZ are not among the embedded instructions",
         "GlobalTensor<float, Shape<1,1,1,1,1>, Stride<1,1,1,1,1>, Layout::NC1HWC0> g; TLOAD(a, g);"},
        {"Tile: elements of this type are not among the embedded instructions",
         "Tile<TileType::Vec, float8_e4m3_t, 8, 32> t; t.data();"},
    };
    for (const auto& [message, use] : uses) {
        const Compilation result = CompileBody(use);
        EXPECT_EQ(result.exit_code, 1) << use;
        EXPECT_NE(result.output.find(message), std::string::npos) << result.output;
    }
}

TEST_F(CompileTest, NotUsingAnUnofferedInstructionIsFine) {
    const Compilation result = CompileBody("TADD(a, b, c);");
    EXPECT_EQ(result.exit_code, 0) << result.output;
}

TEST_F(CompileTest, EveryKernelOfTheReferenceDataCompiles) {
    const fs::path corpus = fs::path(pto::test::SharedRoot()) / "corpus";
    PTO_NEEDS_DATA("corpus");
    int kernels = 0;
    for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
        const std::string path = entry.path().string();
        if (entry.path().extension() != ".cpp" || path.find("/kernels/") == std::string::npos) continue;
        // The forty kernels of the chain differ in constants only.
        if (path.find("wide_chain") != std::string::npos && path.find("stage_00") == std::string::npos) continue;
        const bool cube = path.find("/kernels/aic/") != std::string::npos;
        const Compilation result = Compile(path, cube ? "-D__DAV_CUBE__" : "-D__DAV_VEC__");
        EXPECT_EQ(result.exit_code, 0) << path << "\n" << result.output;
        ++kernels;
    }
    EXPECT_GT(kernels, 0);
}

}  // namespace
}  // namespace embedded_test
