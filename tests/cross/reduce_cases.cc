// A tile becomes a column or a row.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct ReduceRow {
    const char* instruction;
    const char* pairs;  // "source destination" types, separated by commas
};

const ReduceRow kRowReductions[] = {
    {"TROWSUM", "f32 f32,f16 f16,bf16 bf16,f16 f32,bf16 f32,s32 s32,s16 s16,s16 s32"},
    {"TROWPROD", "f32 f32,f16 f16,bf16 bf16,s32 s32,s16 s16"},
    {"TROWMAX", "f32 f32,f16 f16,bf16 bf16,s32 s32,s16 s16"},
    {"TROWMIN", "f32 f32,f16 f16,bf16 bf16,s32 s32,s16 s16"},
};
const ReduceRow kColReductions[] = {
    {"TCOLSUM", "f32 f32,f16 f16,bf16 bf16,f16 f32,bf16 f32"},
    {"TCOLPROD", "f32 f32,f16 f16,bf16 bf16,s32 s32,s16 s16"},
    {"TCOLMAX", "f32 f32,f16 f16,bf16 bf16,f16 f32,bf16 f32,s8 s8,u8 u8"},
    {"TCOLMIN", "f32 f32,f16 f16,bf16 bf16,s8 s8,u8 u8"},
};

std::vector<std::pair<std::string, std::string>> PairsOf(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    size_t begin = 0;
    while (begin < text.size()) {
        size_t end = text.find(',', begin);
        if (end == std::string::npos) end = text.size();
        const std::vector<std::string> names = Names(text.substr(begin, end - begin));
        pairs.emplace_back(names[0], names[1]);
        begin = end + 1;
    }
    return pairs;
}

Case RowReduction(const std::string& instruction, const std::string& label, const Operand& dst, const Operand& src,
                  const Operand& tmp) {
    Case one;
    one.instruction = instruction;
    one.label = label;
    one.call = instruction + "(dst, src, tmp);";
    one.operands = {dst, src, Scratch(tmp)};
    one.runs = {{16, 64}, {13, 50}, {1, 1}, {16, 17}};
    return one;
}

std::vector<Case> RowReductions() {
    std::vector<Case> cases;
    for (const ReduceRow& row : kRowReductions) {
        for (const auto& [from, to] : PairsOf(row.pairs)) {
            const Operand src = Tile("src", from, 16, 64), tmp = Tile("tmp", from, 16, 64);
            cases.push_back(
                RowReduction(row.instruction, from + " " + to, OneColumn(Tile("dst", to, 16, 1, kColMajor)), src, tmp));
        }
        const Operand dst = OneColumn(Tile("dst", "f32", 16, 8)), tmp = Tile("tmp", "f32", 16, 64);
        cases.push_back(RowReduction(row.instruction, "to row-major", dst, Tile("src", "f32", 16, 64), tmp));
        cases.push_back(RowReduction(row.instruction, "of columns", dst, Tile("src", "f32", 16, 64, kColMajor), tmp));
    }
    return cases;
}

std::vector<Case> ColReductions() {
    std::vector<Case> cases;
    for (const ReduceRow& row : kColReductions)
        for (const auto& [from, to] : PairsOf(row.pairs)) {
            Case one;
            one.instruction = row.instruction;
            one.label = from + " " + to;
            one.call = one.instruction + "(dst, src);";
            one.operands = {OneRow(Tile("dst", to, 1, 64)), Tile("src", from, 16, 64)};
            one.runs = {{16, 64}, {13, 50}, {1, 1}};
            cases.push_back(one);
        }
    Case binary = cases.front();
    binary.label = "f32 binary";
    binary.call = "TCOLSUM(dst, src, tmp, s[0] != 0);";
    binary.operands.push_back(Scratch(Tile("tmp", "f32", 16, 64)));
    binary.scalars = {{0}, {1}};
    cases.push_back(binary);
    return cases;
}

// Equal elements are likely among so few values.
std::vector<Case> ArgReductions() {
    std::vector<Case> cases;
    for (const char* end : {"ARGMAX", "ARGMIN"})
        for (const bool rows : {true, false})
            for (const char* element : {"f32", "f16", "s32", "s16"})
                for (const bool values : {false, true}) {
                    Case one;
                    one.instruction = std::string(rows ? "TROW" : "TCOL") + end;
                    one.label = std::string(element) + (values ? " with values" : "");
                    one.call = one.instruction + (values ? "(best, dst, src, tmp);" : "(dst, src, tmp);");
                    const auto to = [&](const char* name, const char* type) {
                        return rows ? OneColumn(Tile(name, type, 16, 1, kColMajor)) : OneRow(Tile(name, type, 1, 64));
                    };
                    const bool integer = element[0] == 's';
                    one.operands = {to("dst", values ? "s32" : "u32"),
                                    With(Tile("src", element, 16, 64), integer ? Range(-9, 9) : Values{}),
                                    Scratch(Tile("tmp", element, 16, 64))};
                    if (values) one.operands.push_back(to("best", element));
                    one.runs = {{16, 64}, {13, 50}, {1, 1}};
                    cases.push_back(one);
                }
    return cases;
}

// The result at the start of the source and in the middle of it. What one line leaves there may be summed by another.
std::vector<Case> OverlaidCases(const std::vector<Case>& reductions) {
    std::vector<Case> cases;
    for (Case one : reductions) {
        const bool tried = one.label == "f32 f32" || one.label == "f16 f32" || one.label == "s16 s32" ||
                           one.label == "f32" || one.label == "f32 with values";
        if (!tried) continue;
        if (one.label == "f16 f32") one.operands[0].values = one.operands[1].values = Range(-8, 8);
        cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
        cases.push_back(Overlaid(one, "dst inside src", {{"src", "dst", -256}}));
        if (one.operands.size() > 3) {
            cases.push_back(Overlaid(one, "src over the values", {{"src", "best"}}));
            cases.push_back(Overlaid(one, "values over dst", {{"best", "dst"}}));
        }
    }
    return cases;
}

}  // namespace

std::vector<Case> ReduceCases() {
    std::vector<Case> cases = RowReductions();
    Append(cases, OverlaidCases(RowReductions()));
    Append(cases, OverlaidCases(ColReductions()));
    Append(cases, OverlaidCases(ArgReductions()));
    Append(cases, ColReductions());
    Append(cases, ArgReductions());
    return cases;
}

}  // namespace pto::cross
