// The embedded tile instructions against PTO-ISA's CPU headers: each case of the tables is compiled against both and
// run on the same random inputs, and both must write the same bits. Ours are compiled by the compiler that the product
// chooses for them and by the one that PTO-ISA's headers get.
//
// Runs where PTO_ISA_ROOT names a PTO-ISA checkout and there is a compiler for it (g++ 13 or clang++ 17, $PTO_SIM_CXX).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"
#include "base/text.h"
#include "tests/cross/checked_core.h"
#include "tests/cross/instructions.h"
#include "tests/cross/kernel_library.h"
#include "tests/cross/kernel_text.h"
#include "tests/cross/verdict.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto::cross {
namespace {

const char* PtoIsaRoot() {
    const char* root = std::getenv("PTO_ISA_ROOT");
    return root != nullptr && *root != '\0' ? root : nullptr;
}

using Kernel = void (*)(void* const* data, const unsigned* valid, const double* scalars);
using Memory = std::vector<std::vector<uint64_t>>;  // of each operand, aligned for any element

// One call of a case.
struct Trial {
    Extent extent;
    std::vector<double> scalars;
    int inputs;  // number of the set of random inputs
};

constexpr int kInputSets = 4;

std::vector<Trial> TrialsOf(const Case& one) {
    std::vector<Trial> runs;
    const std::vector<Extent> extents = one.runs.empty() ? std::vector<Extent>{{}} : one.runs;
    const std::vector<std::vector<double>> sets =
        one.scalars.empty() ? std::vector<std::vector<double>>{{}} : one.scalars;
    for (const Extent& extent : extents)
        for (const std::vector<double>& scalars : sets)
            for (int inputs = 0; inputs < kInputSets; ++inputs) runs.push_back({extent, scalars, inputs});
    return runs;
}

std::string NameOf(const Case& one, const Trial& run) {
    std::string name = one.instruction + " " + one.label + ", valid " + std::to_string(run.extent.rows) + " x " +
                       std::to_string(run.extent.cols);
    for (double scalar : run.scalars) name += ", scalar " + std::to_string(scalar);
    return name + ", inputs " + std::to_string(run.inputs);
}

size_t BytesOf(const Operand& operand) {
    return operand.elements * FindElement(operand.element).bytes;
}

Memory Inputs(const Case& one, const Trial& run) {
    uint64_t seed = 1;
    for (char letter : NameOf(one, run)) seed = seed * 31 + static_cast<unsigned char>(letter);
    Random random(seed);
    Memory memory;
    for (const Operand& operand : one.operands) {
        memory.emplace_back(BytesOf(operand) / 8 + 8);
        FillElements(random, FindElement(operand.element), operand.values, memory.back().data(), operand.elements);
    }
    return memory;
}

void Call(Kernel kernel, const Case& one, const Trial& run, Memory& memory) {
    std::vector<void*> data;
    std::vector<unsigned> valid = {run.extent.rows, run.extent.cols};
    for (size_t i = 0; i < one.operands.size(); ++i) {
        const Extent extent = one.operands[i].valid ? one.operands[i].valid(run.extent) : run.extent;
        valid.insert(valid.end(), {extent.rows, extent.cols});
        data.push_back(memory[i].data());
    }
    kernel(data.data(), valid.data(), run.scalars.data());
}

// The embedded instructions as one compiler makes them.
struct OwnLibrary {
    std::string compiler;
    KernelLibrary library;
    CheckedCore::SetCore set_core;

    OwnLibrary(const gen::Toolchain& toolchain, bool cube, const std::string& source, const std::string& file)
        : compiler(toolchain.kernel_compiler.program),
          library(toolchain, cube, source, file),
          set_core(reinterpret_cast<CheckedCore::SetCore>(library.Find("pto_ninja_set_core"))) {}
};

class CrossTest : public testing::TestWithParam<Family> {
  protected:
    Kernel Find(const KernelLibrary& library, size_t index) const {
        return reinterpret_cast<Kernel>(library.Find("cross_case_" + std::to_string(index)));
    }

    // Empty, or what the embedded instructions say against the case.
    static std::string CallChecked(CheckedCore::SetCore set_core, Kernel kernel, const Case& one, const Trial& run,
                                   Memory& memory) {
        CheckedCore core(set_core);
        for (size_t i = 0; i < one.operands.size(); ++i)
            if (one.operands[i].memory.empty()) core.Allow(memory[i].data(), BytesOf(one.operands[i]));
        try {
            Call(kernel, one, run, memory);
        } catch (const Refusal& refusal) {
            return refusal.what();
        }
        return {};
    }

    static void Compare(const std::string& name, const Case& one, const Memory& embedded, const Memory& pto_isa) {
        for (size_t i = 0; i < one.operands.size(); ++i) {
            const Operand& operand = one.operands[i];
            if (!operand.compared) continue;
            const std::string difference = Difference(FindElement(operand.element), embedded[i].data(),
                                                      pto_isa[i].data(), operand.elements, one.ulps);
            EXPECT_EQ(difference, "") << name << ": " << operand.name;
        }
    }

    std::vector<OwnLibrary> CompileOurs(const std::string& their_compiler) const {
        std::vector<OwnLibrary> ours;
        const auto compile = [&](const std::string& compiler, const char* file) {
            ours.emplace_back(EmbeddedToolchain(compiler), GetParam().cube, space_.Path("cases.cpp"),
                              space_.Path(file));
        };
        compile({}, "embedded.so");
        if (ours[0].compiler != their_compiler) compile(their_compiler, "embedded_too.so");
        return ours;
    }

    void Check(const OwnLibrary& own, size_t index, const Case& one, const Trial& run, Memory memory,
               const Memory& expected) const {
        const Kernel kernel = Find(own.library, index);
        const std::string name = NameOf(one, run) + ", by " + own.compiler;
        ASSERT_TRUE(kernel != nullptr && own.set_core != nullptr) << name;
        ASSERT_EQ(CallChecked(own.set_core, kernel, one, run, memory), "") << name;
        Compare(name, one, memory, expected);
    }

    test::TempSpace space_;
};

TEST_P(CrossTest, WritesWhatPtoIsaWrites) {
    PTO_NEEDS(PtoIsaRoot() == nullptr ? "PTO_ISA_ROOT names no PTO-ISA checkout" : "");
    gen::Toolchain pto_isa;
    try {
        pto_isa = PtoIsaToolchain(PtoIsaRoot());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::kToolchain) throw;
        PTO_NEEDS(error.what());
    }
    const Family family = GetParam();
    const std::vector<Case> cases = family.cases();
    space_.Write("cases.cpp", KernelText(cases));
    const KernelLibrary theirs(pto_isa, family.cube, space_.Path("cases.cpp"), space_.Path("pto_isa.so"));
    const std::vector<OwnLibrary> ours = CompileOurs(pto_isa.kernel_compiler.program);

    size_t trials = 0;
    for (size_t i = 0; i < cases.size(); ++i) {
        const Kernel real = Find(theirs, i);
        ASSERT_NE(real, nullptr) << cases[i].instruction;
        for (const Trial& run : TrialsOf(cases[i])) {
            const Memory inputs = Inputs(cases[i], run);
            Memory expected = inputs;
            Call(real, cases[i], run, expected);
            for (const OwnLibrary& own : ours) Check(own, i, cases[i], run, inputs, expected);
            if (HasFatalFailure()) return;
            ++trials;
        }
    }
    RecordProperty("cases", static_cast<int>(cases.size()));
    RecordProperty("trials", static_cast<int>(trials));
}

INSTANTIATE_TEST_SUITE_P(Family, CrossTest, testing::ValuesIn(Families()),
                         [](const testing::TestParamInfo<Family>& tested) { return std::string(tested.param.name); });

std::string PreprocessedHeaders(const test::TempSpace& space) {
    space.Write("headers.cpp", KernelText({}));
    ProcessOptions process;
    process.arguments = CompileWords(EmbeddedToolchain(), false);
    process.arguments.insert(process.arguments.end(), {"-E", "-P", space.Path("headers.cpp")});
    const ProcessResult result = RunProcess(process);
    EXPECT_TRUE(result.Ok()) << result.err;
    return result.out;
}

// The instruction is called in the text of the case, by its whole name.
bool Calls(const Case& one) {
    const size_t at = one.call.find(one.instruction);
    if (at == std::string::npos) return false;
    const char next = one.call[at + one.instruction.size()];
    return next == '(' || next == '<';
}

TEST(CrossTableTest, EveryOfferedInstructionHasACaseOrAReason) {
    const test::TempSpace space;
    std::set<std::string> tried;
    for (const Family& family : Families())
        for (const Case& one : family.cases()) {
            EXPECT_TRUE(Calls(one)) << one.instruction << " " << one.label;
            tried.insert(one.instruction);
        }
    const std::vector<std::string> offered = OfferedInstructions(PreprocessedHeaders(space));
    EXPECT_GT(offered.size(), 100u);
    RecordProperty("instructions", static_cast<int>(tried.size()));
    std::set<std::string> excluded;
    for (const Exclusion& exclusion : Exclusions()) {
        EXPECT_TRUE(std::binary_search(offered.begin(), offered.end(), exclusion.instruction)) << exclusion.instruction;
        if (*exclusion.form == '\0') excluded.insert(exclusion.instruction);
        EXPECT_EQ(tried.contains(exclusion.instruction), *exclusion.form != '\0') << exclusion.instruction;
    }
    for (const std::string& name : offered)
        EXPECT_TRUE(tried.contains(name) || excluded.contains(name))
            << name << " must have cases in tests/cross or, in instructions.cc, a reason for having none";
}

TEST(CrossTableTest, EveryInstructionOfPtoIsaIsOfferedOrRefusedByName) {
    PTO_NEEDS(PtoIsaRoot() == nullptr ? "PTO_ISA_ROOT names no PTO-ISA checkout" : "");
    const test::TempSpace space;
    const RealFileSystem files;
    const std::string ours = PreprocessedHeaders(space), root = PtoIsaRoot();
    std::set<std::string> known;
    for (const std::string& name : OfferedInstructions(ours)) known.insert(name);
    for (const std::string& name : RefusedInstructions(ours)) known.insert(name);
    size_t declared = 0;
    for (const char* header : {"/include/pto/common/pto_instr.hpp", "/include/pto/comm/pto_comm_inst.hpp"})
        for (const std::string& name : DeclaredInstructions(files.Read(root + header))) {
            EXPECT_TRUE(known.contains(name)) << name << " of " << header << ": a kernel that uses it gets no message";
            ++declared;
        }
    EXPECT_GT(declared, 100u);
}

}  // namespace
}  // namespace pto::cross
