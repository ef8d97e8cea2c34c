// The table of upstream's names: its rows fit together, each compiles against the embedded headers, and sources are
// searched for them.
#include "upstream/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/support/temp_space.h"

namespace pto::test {
namespace {

std::string Describe(const std::vector<NameSeen>& seen) {
    std::string text;
    for (const NameSeen& one : seen) text += std::string(one.row->name) + ":" + std::to_string(one.line) + " ";
    return text;
}

TEST(UpstreamNames, RowsFitTogether) {
    std::set<std::string_view> names;
    for (const NameRow& row : UpstreamNames()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name << " has two rows";
        EXPECT_EQ(FindUpstreamName(row.name), &row);
        EXPECT_EQ(row.since.date.empty(), row.since.source.empty()) << row.name;
        EXPECT_EQ(row.until.date.empty(), row.until.source.empty()) << row.name;
        EXPECT_FALSE(row.use.empty()) << row.name;
        EXPECT_TRUE(row.until.date.empty() || row.since.date < row.until.date) << row.name;
        if (row.replaced_by.empty()) continue;
        const NameRow* next = FindUpstreamName(row.replaced_by);
        ASSERT_NE(next, nullptr) << row.name << " is replaced by " << row.replaced_by << ", which has no row";
        EXPECT_FALSE(row.until.date.empty()) << row.name;
        EXPECT_LE(next->since.date, row.until.date) << row.name << " stopped before " << next->name << " began";
        EXPECT_EQ(next->user, row.user) << row.name;
        EXPECT_EQ(next->kind, row.kind) << row.name;
    }
    EXPECT_EQ(FindUpstreamName("PTO2_SCOPED"), nullptr);
}

// What the compiler says of `source`, compiled as PyPTO's build compiles sources of that kind.
std::string Complaints(const TempSpace& space, const std::string& source, NameUser user) {
    const char* chosen = std::getenv("CXX");
    space.Write("use.cpp", source);
    std::string flags =
        user == NameUser::kKernel ? " -std=c++2b -fpermissive -D__CPU_SIM -D__DAV_VEC__" : " -std=c++17";
    flags += " -fsyntax-only -w -I'" PTO_EMBEDDED_INCLUDE "' -I'" PTO_EMBEDDED_INCLUDE "/pto'";
    const std::string command = std::string(chosen != nullptr ? chosen : "g++") + flags + " '" + space.Path("use.cpp") +
                                "' > '" + space.Path("log") + "' 2>&1";
    return std::system(command.c_str()) == 0 ? "" : space.Read("log") + "the compiler fails";
}

// The uses of all rows that are no headers, in one file behind `first`; each says its name in messages.
std::string AllUses(const std::string& first, NameUser user) {
    std::string source = first;
    int number = 0;
    for (const NameRow& row : UpstreamNames()) {
        if (row.kind == NameKind::kHeader || (row.user != user && row.user != NameUser::kBoth)) continue;
        source += "namespace row_" + std::to_string(number++) + " {\n#line 1 \"" + std::string(row.name) + "\"\n" +
                  std::string(row.use) + "\n}\n";
    }
    EXPECT_GT(number, 30);
    return source;
}

TEST(UpstreamNames, EveryOneCompilesInOrchestrationsFromEitherHeader) {
    const TempSpace space;
    for (const char* header : {"orchestration_api.h", "pto_orchestration_api.h"}) {
        const std::string first = "#include \"" + std::string(header) + "\"\n";
        EXPECT_EQ(Complaints(space, AllUses(first, NameUser::kOrchestration), NameUser::kOrchestration), "") << header;
    }
}

TEST(UpstreamNames, EveryOneCompilesInKernels) {
    const TempSpace space;
    const std::string first =
        "#include <pto/pto-inst.hpp>\n#include \"tensor.h\"\n#include \"intrinsic.h\"\n"
        "#include \"async_kernel_api.h\"\nusing namespace pto;\n";
    EXPECT_EQ(Complaints(space, AllUses(first, NameUser::kKernel), NameUser::kKernel), "");
}

TEST(UpstreamNames, EveryHeaderStandsAlone) {
    const TempSpace space;
    for (const NameRow& row : UpstreamNames()) {
        if (row.kind != NameKind::kHeader) continue;
        const NameUser user = row.user == NameUser::kKernel ? NameUser::kKernel : NameUser::kOrchestration;
        EXPECT_EQ(Complaints(space, UseOf(row, user), user), "") << row.name;
    }
}

// A row whose name the headers do not offer is named by the compiler: what the three tests above look at can fail.
TEST(UpstreamNames, AMissingNameIsNamed) {
    const TempSpace space;
    const std::string text =
        Complaints(space, "#include \"tensor.h\"\n#line 1 \"NoSuchTensor\"\nusing Use = NoSuchTensor;\n",
                   NameUser::kOrchestration);
    EXPECT_EQ(text.substr(0, 15), "NoSuchTensor:1:");
}

TEST(NamesSeen, FindsWholeWordsWithTheirFirstLine) {
    EXPECT_EQ(Describe(NamesSeen("PTO2_SCOPE() {\n  TaskId a;\n  TaskId b;\n  MyTaskId c; PTO2_SCOPES d;\n}\n")),
              "TaskId:2 PTO2_SCOPE:1 ");
    EXPECT_EQ(Describe(NamesSeen("")), "");
}

TEST(NamesSeen, FindsQualifiedNamesAndTheirLastWord) {
    EXPECT_EQ(Describe(NamesSeen("const simpler::hbg::Tensor& x = y;")), "Tensor:1 simpler::hbg::Tensor:1 ");
    EXPECT_EQ(Describe(NamesSeen("hbg::Tensor a; simpler::tmr::TaskId b; other::simpler::tmr::Tensor c;")),
              "Tensor:1 simpler::tmr::Tensor:1 TaskId:1 simpler::tmr::TaskId:1 ");
    EXPECT_EQ(Describe(NamesSeen("simpler::hbg ? Tensor : TaskId")), "Tensor:1 TaskId:1 ");
    EXPECT_EQ(Describe(NamesSeen("a:::Tensor ::TaskId ::")), "Tensor:1 TaskId:1 ");
}

TEST(NamesSeen, FindsHeadersWhereTheyAreIncluded) {
    EXPECT_EQ(Describe(NamesSeen("#include \"runtime.h\"\n# include <tensor.h>\n#include \"my/types.h\"\n")),
              "runtime.h:1 tensor.h:2 ");
    EXPECT_EQ(Describe(NamesSeen("#include \"orchestration_api.h\"  // was pto_orchestration_api.h\n")),
              "orchestration_api.h:1 ");
    EXPECT_EQ(Describe(NamesSeen("const char* header = \"tensor.h\";\n#include TENSOR\n#include \"tensor.h\n")), "");
}

TEST(NamesSeen, LeavesCommentsAndLiteralsOut) {
    EXPECT_EQ(Describe(NamesSeen("// PTO2TaskId\n/* ChipTensor\n ChipTensor */ \"TaskTensor \\\" TaskTensor\" 'Tensor' "
                                 "R\"x(PTO2_SCOPE \"\n)x\" TaskId")),
              "TaskId:4 ");
    EXPECT_EQ(Describe(NamesSeen("auto n = 1'000; TaskId a;  /* Tensor")), "TaskId:1 ");
    EXPECT_EQ(Describe(NamesSeen("\"Tensor\nTaskId a; R\"(Tensor")), "TaskId:2 ");
}

TEST(NamesSeen, EndsWhateverTheTextIs) {
    const std::string text =
        "#include \"tensor.h\"\n#  include <types.h>\n/* a */ // b\nR\"x(c)x\" 'd\\'' \"e\\\\\" 1'0 "
        "simpler::hbg::Tensor t;\\\n";
    for (size_t length = 0; length <= text.size(); length++) {
        for (const char cut : {'"', '\'', ':', '/', '\\', '#', '\n'}) {
            const std::string part = text.substr(0, length) + cut;
            for (const NameSeen& one : NamesSeen(part)) {
                EXPECT_LE(one.line, std::count(part.begin(), part.end(), '\n') + 1) << part;
            }
        }
    }
    EXPECT_EQ(Describe(NamesSeen(text)), "types.h:2 tensor.h:1 Tensor:4 simpler::hbg::Tensor:4 ");
}

TEST(NamesSeen, FindsTheUseOfEveryRow) {
    for (const NameRow& row : UpstreamNames()) {
        const NameUser user = row.user == NameUser::kKernel ? NameUser::kKernel : NameUser::kOrchestration;
        const std::vector<NameSeen> seen = NamesSeen(UseOf(row, user));
        EXPECT_TRUE(std::any_of(seen.begin(), seen.end(), [&](const NameSeen& one) { return one.row == &row; }))
            << row.name;
    }
}

}  // namespace
}  // namespace pto::test
