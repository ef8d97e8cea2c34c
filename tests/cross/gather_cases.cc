// Gathers and scatters by index tiles and by mask patterns, in a core and in global memory.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

constexpr const char* kPatterns[] = {"P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"};

std::vector<Case> IndexGathers() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u16"}) {
        Case gather;
        gather.instruction = "TGATHER";
        gather.label = std::string(element) + " by index";
        gather.call = "TGATHER(dst, src, index, tmp);";
        gather.operands = {Tile("dst", element, 4, 32), Valid(Tile("src", element, 8, 64), 8, 64),
                           With(Tile("index", "s32", 4, 32), Range(0, 511)), Scratch(Tile("tmp", "s32", 4, 32))};
        gather.runs = {{4, 32}, {3, 29}};
        cases.push_back(gather);
        if (*element == 'b' || *element == 'u') continue;
        cases.push_back(Overlaid(gather, "index over dst", {{"index", "dst"}}));
        cases.push_back(Overlaid(gather, "src over dst", {{"src", "dst"}}));
    }
    for (const char* element : {"f32", "f16", "s32", "s16", "s8"})
        for (const char* index : {"s32", "u16"}) {
            Case scatter;
            scatter.instruction = "TSCATTER";
            scatter.label = std::string(element) + " by " + index;
            scatter.call = "TSCATTER(dst, src, index);";
            scatter.operands = {Valid(Tile("dst", element, 8, 64), 8, 64), Tile("src", element, 4, 32),
                                With(Tile("index", index, 4, 32), Range(0, 511))};
            scatter.runs = {{4, 32}, {3, 29}};
            cases.push_back(scatter);
            if (scatter.label == "f32 by s32") cases.push_back(Overlaid(scatter, "src over dst", {{"src", "dst"}}));
            if (scatter.label != "s32 by s32") continue;
            // All values are indices, so that one that is overwritten is another index.
            for (Operand& operand : scatter.operands) operand.values = Range(0, 511);
            cases.push_back(Overlaid(scatter, "index over dst", {{"index", "dst"}}));
        }
    return cases;
}

// Of `count` elements a pattern takes this many.
unsigned Taken(const std::string& pattern, unsigned count) {
    const unsigned step = pattern == "P1111" ? 1 : pattern == "P0101" || pattern == "P1010" ? 2 : 4;
    return count / step;
}

Case PatternGather(const std::string& element, const std::string& pattern, bool columns) {
    Case one;
    one.instruction = "TGATHER";
    one.label = element + " " + pattern + (columns ? " of rows" : "");
    one.call =
        "TGATHER<dst_t, src_t, MaskPattern::" + pattern + (columns ? ", GatherAxis::GATHER_COL" : "") + ">(dst, src);";
    const unsigned rows = columns ? Taken(pattern, 8) : 8, cols = columns ? 64 : Taken(pattern, 64);
    one.operands = {Valid(Tile("dst", element, static_cast<int>(rows), static_cast<int>(cols)), rows, cols),
                    Tile("src", element, 8, 64)};
    one.runs = {{8, 64}};
    return one;
}

Case PatternScatter(const std::string& element, const std::string& pattern, bool columns) {
    Case one = PatternGather(element, pattern, columns);
    one.instruction = "TSCATTER";
    one.call = "TSCATTER<MaskPattern::" + pattern + (columns ? ", ScatterAxis::SCATTER_COL" : "") + ">(src, dst);";
    return one;
}

std::vector<Case> Patterns() {
    std::vector<Case> cases;
    for (const char* pattern : kPatterns)
        for (const bool columns : {false, true})
            for (const char* element : {"f32", "f16", "s32", "s16"}) {
                if (element[0] == 's' && columns) continue;
                cases.push_back(PatternGather(element, pattern, columns));
                cases.push_back(PatternScatter(element, pattern, columns));
                if (std::string(element) != "f32") continue;
                for (const Case& one :
                     {PatternGather(element, pattern, columns), PatternScatter(element, pattern, columns)}) {
                    cases.push_back(Overlaid(one, "in place", {{"src", "dst"}}));
                    cases.push_back(Overlaid(one, "a row apart", {{"src", "dst", 256}}));
                }
            }
    return cases;
}

std::vector<Case> BlockGathers() {
    Values offsets;
    offsets.make = [](Random& random, void* elements, size_t count) {
        for (size_t i = 0; i < count; ++i) static_cast<uint32_t*>(elements)[i] = random.Below(480);
    };
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "s8"}) {
        Case one;
        one.instruction = "TGATHERB";
        one.label = element;
        one.call = "TGATHERB(dst, src, offset);";
        const int cols = 128 / static_cast<int>(FindElement(element).bytes);
        one.operands = {Tile("dst", element, 4, cols),
                        Valid(Tile("src", element, 4, cols), 4, static_cast<unsigned>(cols)),
                        With(Valid(Tile("offset", "u32", 4, 8), 4, 4), offsets)};
        one.runs = {{4, static_cast<unsigned>(cols)}, {3, static_cast<unsigned>(cols / 2)}};
        cases.push_back(one);
        if (one.label != "s8") continue;
        cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
        cases.push_back(Overlaid(one, "dst inside src", {{"src", "dst", -8}}));
    }
    return cases;
}

struct Table {
    const char* mode;  // template arguments
    const char* what;
    bool by_row;
    double highest;  // index
};

Case TableCase(const std::string& instruction, const std::string& element, const std::string& index,
               const Table& table) {
    Case one;
    one.instruction = instruction;
    one.label = element + " by " + index + " " + table.what;
    one.call = instruction + table.mode + (instruction == "MGATHER" ? "(tile, gm, index);" : "(gm, tile, index);");
    Operand indices = Tile("index", index, 8, 32);
    if (table.by_row) indices = Valid(Tile("index", index, 1, 32), 1, 8);
    one.operands = {Tile("tile", element, 8, 32),
                    Global("gm", element, 2048, "1, 1, 1, 64, 32", "2048, 2048, 2048, 32, 1"),
                    With(indices, Range(0, table.highest))};
    one.runs = {{8, 32}, {7, 19}};
    return one;
}

std::vector<Case> GlobalTables() {
    const Table gathers[] = {
        {"", "", false, 2047},
        {"<Coalesce::Elem>", "by element", false, 2047},
        {"<Coalesce::Elem, GatherOOB::Clamp>", "clamped", false, 6000},
        {"<Coalesce::Elem, GatherOOB::Wrap>", "wrapped", false, 6000},
        {"<Coalesce::Elem, GatherOOB::Zero>", "or zero", false, 6000},
        {"<Coalesce::Row>", "by row", true, 63},
        {"<Coalesce::Row, GatherOOB::Clamp>", "by row, clamped", true, 200},
        {"<Coalesce::Row, GatherOOB::Wrap>", "by row, wrapped", true, 200},
        {"<Coalesce::Row, GatherOOB::Zero>", "by row, or zero", true, 200},
    };
    const Table scatters[] = {
        {"", "", false, 2047},
        {"<Coalesce::Elem>", "by element", false, 2047},
        {"<Coalesce::Elem, ScatterAtomicOp::Add>", "added", false, 60},
        {"<Coalesce::Elem, ScatterAtomicOp::Max>", "highest", false, 60},
        {"<Coalesce::Elem, ScatterAtomicOp::Min>", "lowest", false, 60},
        {"<Coalesce::Elem, ScatterAtomicOp::None, ScatterOOB::Skip>", "skipped", false, 6000},
        {"<Coalesce::Elem, ScatterAtomicOp::None, ScatterOOB::Clamp>", "clamped", false, 6000},
        {"<Coalesce::Elem, ScatterAtomicOp::Add, ScatterOOB::Skip>", "added, skipped", false, 6000},
        {"<Coalesce::Elem, ScatterAtomicOp::Add, ScatterOOB::Wrap>", "added, wrapped", false, 6000},
        {"<Coalesce::Row>", "by row", true, 63},
        {"<Coalesce::Row, ScatterAtomicOp::Add>", "by row, added", true, 5},
        {"<Coalesce::Row, ScatterAtomicOp::None, ScatterOOB::Skip>", "by row, skipped", true, 200},
        {"<Coalesce::Row, ScatterAtomicOp::None, ScatterOOB::Wrap>", "by row, wrapped", true, 200},
    };
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "s32"}) {
        for (const Table& table : gathers) cases.push_back(TableCase("MGATHER", element, "s32", table));
        for (const Table& table : scatters) cases.push_back(TableCase("MSCATTER", element, "s32", table));
    }
    cases.push_back(TableCase("MGATHER", "s16", "u32", gathers[4]));
    cases.push_back(Overlaid(TableCase("MGATHER", "f32", "s32", gathers[0]), "index over tile", {{"index", "tile"}}));
    cases.push_back(Overlaid(TableCase("MGATHER", "s16", "u32", gathers[1]), "index over tile", {{"index", "tile"}}));
    cases.push_back(TableCase("MSCATTER", "s16", "u32", scatters[5]));
    return cases;
}

}  // namespace

std::vector<Case> GatherCases() {
    std::vector<Case> cases = IndexGathers();
    Append(cases, Patterns());
    Append(cases, BlockGathers());
    Append(cases, GlobalTables());
    return cases;
}

}  // namespace pto::cross
