// One row or one column against a whole tile.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

constexpr const char* kSuffixes[] = {"ADD", "SUB", "MUL", "DIV", "MAX", "MIN", "EXPDIF"};

Values DivisorsFor(const std::string& suffix) {
    Values values;
    if (suffix == "DIV") values.fill = Fill::kDivisor;
    return values;
}

std::vector<std::string> TypesFor(const std::string& suffix) {
    return Names(suffix == "EXPDIF" ? "f32 f16"
                 : suffix == "MUL"  ? "f32 f16 s32 s16 u32 u16 u8"
                                    : "f32 f16 s32 s16 u16");
}

// The narrow operand is a column, or a block of 32 bytes for each row; it may stand first or second.
Case RowExpandCase(const std::string& suffix, const std::string& element, bool block, bool first) {
    const int block_cols = 32 / static_cast<int>(FindElement(element).bytes);
    Operand narrow = block ? Tile("b", element, 32, block_cols) : OneColumn(Tile("b", element, 32, 1, kColMajor));
    if (block) {
        narrow.valid = [block_cols](Extent run) { return Extent{run.rows, static_cast<unsigned>(block_cols)}; };
    }
    Case one;
    one.instruction = "TROWEXPAND" + suffix;
    one.label = element + (block ? " block" : " column") + (first ? " first" : "");
    one.call = one.instruction + (first ? "(dst, b, a);" : "(dst, a, b);");
    one.operands = {Tile("dst", element, 32, 64), With(Tile("a", element, 32, 96), DivisorsFor(suffix)),
                    With(narrow, DivisorsFor(suffix))};
    one.runs = {{32, 64}, {11, 45}};
    return one;
}

Case WithScratch(Case one, const std::string& element) {
    one.label += " with scratch";
    one.call = one.instruction + "(dst, a, b, tmp);";
    one.operands.push_back(Scratch(Tile("tmp", element, 32, 64)));
    return one;
}

Case ColExpandCase(const std::string& suffix, const std::string& element) {
    Case one;
    one.instruction = "TCOLEXPAND" + suffix;
    one.label = element;
    one.call = one.instruction + "(dst, a, b);";
    one.operands = {Tile("dst", element, 16, 64), With(Tile("a", element, 16, 96), DivisorsFor(suffix)),
                    With(OneRow(Tile("b", element, 1, 64)), DivisorsFor(suffix))};
    one.runs = {{16, 64}, {11, 45}};
    return one;
}

Case FillCase(const std::string& instruction, const std::string& element, const Operand& narrow,
              const std::string& label) {
    Case one;
    one.instruction = instruction;
    one.label = element + label;
    one.call = instruction + "(dst, b);";
    one.operands = {Tile("dst", element, 32, 64), narrow};
    one.runs = {{32, 64}, {11, 45}};
    return one;
}

// The narrow operand at the start of the destination and in the middle of it, the wide one in place and with other row
// lengths.
std::vector<Case> OverlaidCases(const std::string& suffix) {
    std::vector<Case> cases;
    for (Case one : {RowExpandCase(suffix, "f32", false, false), RowExpandCase(suffix, "f32", true, false),
                     RowExpandCase(suffix, "f32", false, true), ColExpandCase(suffix, "f32")}) {
        cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
        cases.push_back(Overlaid(one, "b over dst", {{"b", "dst"}}));
        cases.push_back(Overlaid(one, "b from row 3 of dst on", {{"b", "dst", 3 * 64 * 4}}));
        one.operands[1] = With(Tile("a", "f32", one.instruction[1] == 'R' ? 32 : 16, 64), DivisorsFor(suffix));
        one.label += ", equal rows";
        cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
        cases.push_back(Overlaid(one, "dst from row 1 of a on", {{"a", "dst", -64 * 4}}));
    }
    return cases;
}

}  // namespace

std::vector<Case> ExpandCases() {
    std::vector<Case> cases;
    for (const std::string suffix : kSuffixes) Append(cases, OverlaidCases(suffix));
    for (const Case& one : {FillCase("TROWEXPAND", "f32", OneColumn(Tile("b", "f32", 32, 1, kColMajor)), " column"),
                            FillCase("TROWEXPAND", "f32", OneColumn(Tile("b", "f32", 32, 32)), " row-major"),
                            FillCase("TCOLEXPAND", "f32", OneRow(Tile("b", "f32", 1, 64)), "")}) {
        cases.push_back(Overlaid(one, "b over dst", {{"b", "dst"}}));
        cases.push_back(Overlaid(one, "b from row 3 of dst on", {{"b", "dst", 3 * 64 * 4}}));
    }
    for (const std::string suffix : kSuffixes) {
        for (const std::string& element : TypesFor(suffix)) {
            cases.push_back(RowExpandCase(suffix, element, false, false));
            cases.push_back(ColExpandCase(suffix, element));
        }
        for (const char* element : {"f32", "f16", "s32", "s16"}) {
            const bool is_float = *element == 'f';
            if (is_float || suffix != "EXPDIF") cases.push_back(RowExpandCase(suffix, element, true, false));
            if (is_float) cases.push_back(RowExpandCase(suffix, element, false, true));
        }
    }
    cases.push_back(WithScratch(RowExpandCase("ADD", "f32", false, false), "f32"));
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u8"}) {
        cases.push_back(FillCase("TROWEXPAND", element, OneColumn(Tile("b", element, 32, 1, kColMajor)), " column"));
        cases.push_back(FillCase("TROWEXPAND", element, OneColumn(Tile("b", element, 32, 32)), " row-major"));
        cases.push_back(FillCase("TCOLEXPAND", element, OneRow(Tile("b", element, 1, 64)), ""));
    }
    return cases;
}

}  // namespace pto::cross
