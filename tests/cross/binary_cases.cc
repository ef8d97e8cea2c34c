// Two tiles give a third: arithmetic, bits, partial operands.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct BinaryRow {
    const char* instruction;
    const char* floats;
    const char* integers;
    Values right;   // the second operand when it is an integer; floats take anything
    bool one_type;  // PTO-ISA takes three tiles of one type only, or places all elements as in that type
    bool scratch = false;
};

Values Divisor() {
    Values values;
    values.fill = Fill::kDivisor;
    return values;
}

constexpr char kAllIntegers[] = "s32 u32 s16 u16 s8 u8";

const BinaryRow kBinaryRows[] = {
    {"TADD", "f32 f16 bf16", kAllIntegers, {}, true},
    {"TSUB", "f32 f16 bf16", kAllIntegers, {}, false},
    {"TMUL", "f32 f16 bf16", kAllIntegers, {}, false},
    {"TDIV", "f32 f16 bf16", kAllIntegers, Divisor(), false},
    {"TMAX", "f32 f16 bf16", kAllIntegers, {}, false},
    {"TMIN", "f32 f16 bf16", kAllIntegers, {}, false},
    {"TREM", "f32 f16 bf16", kAllIntegers, Divisor(), false, true},
    {"TFMOD", "f32 f16 bf16", kAllIntegers, Divisor(), false},
    {"TPRELU", "f32 f16", "s32 s16", {}, false, true},
    {"TAND", "", kAllIntegers, {}, true},
    {"TOR", "", kAllIntegers, {}, true},
    {"TXOR", "", kAllIntegers, {}, false, true},
    {"TSHL", "", kAllIntegers, Range(0, 7), false},
    {"TSHR", "", kAllIntegers, Range(0, 7), false},
};

// Where the three tiles lie: rows and columns of dst, a, b.
struct BinaryPlaces {
    const char* label;
    TileForm form;
    int rows;
    int dst_cols, a_cols, b_cols;
    const char* types;  // with which it is tried; empty: all
    std::vector<Extent> runs;
};

const std::vector<BinaryPlaces>& Places() {
    static const std::vector<BinaryPlaces> places = {
        {"rows", kRowMajor, 8, 32, 32, 32, "", {{8, 32}, {5, 17}, {1, 1}, {8, 16}}},
        {"wide", kRowMajor, 8, 32, 64, 96, "f32 s16", {{8, 32}, {3, 19}}},
        {"columns", kColMajor, 32, 4, 4, 4, "f32 f16 bf16 s16", {{32, 4}, {19, 3}}},
        {"boxes", kBoxed, 32, 32, 32, 32, "f32 f16", {{32, 32}, {17, 30}}},
    };
    return places;
}

Case BinaryCase(const BinaryRow& row, const BinaryPlaces& places, const std::string& element) {
    const bool is_float = FindElement(element).is_float;
    Case one;
    one.instruction = row.instruction;
    one.label = element + " " + places.label;
    one.element = element;
    one.call = std::string(row.instruction) + "(dst, a, b" + (row.scratch ? ", tmp);" : ");");
    one.operands = {Tile("dst", element, places.rows, places.dst_cols, places.form),
                    Tile("a", element, places.rows, places.a_cols, places.form),
                    With(Tile("b", element, places.rows, places.b_cols, places.form), is_float ? Values{} : row.right)};
    if (row.scratch) one.operands.push_back(Scratch(Tile("tmp", element, places.rows, places.dst_cols, places.form)));
    one.runs = places.runs;
    return one;
}

bool Tried(const BinaryRow& row, const BinaryPlaces& places, const std::string& element) {
    if (row.one_type && (places.a_cols != places.dst_cols || places.b_cols != places.dst_cols)) return false;
    const std::string types = places.types;
    for (const std::string& name : Names(types))
        if (name == element) return true;
    return types.empty();
}

// The operands' valid shapes differ: one of them, both or none has an element.
std::vector<Case> PartialCases() {
    std::vector<Case> cases;
    for (const char* instruction : {"TPARTADD", "TPARTMUL", "TPARTMAX", "TPARTMIN"})
        for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u8"}) {
            Case one;
            one.instruction = instruction;
            one.label = element;
            one.call = std::string(instruction) + "(dst, a, b);";
            one.operands = {Tile("dst", element, 8, 32), Valid(Tile("a", element, 8, 32), 5, 30),
                            Valid(Tile("b", element, 8, 64), 8, 11)};
            one.runs = {{8, 30}, {7, 32}, {5, 11}};
            cases.push_back(one);
            if (one.label != "f32") continue;
            cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
            cases.push_back(Overlaid(one, "b over dst", {{"b", "dst"}}));
            cases.push_back(Overlaid(one, "dst from row 1 of a on", {{"a", "dst", -128}}));
        }
    return cases;
}

// Operands over each other, in the order of tiles with other row lengths and of whole rows or columns too. An integer
// quotient must not become a divisor, which traps, nor a result a count of bits.
std::vector<Case> OverlaidCases(const BinaryRow& row, const std::string& element) {
    const Case rows = BinaryCase(row, Places()[0], element);
    const int line = 32 * static_cast<int>(FindElement(element).bytes);
    std::vector<Case> cases = {Overlaid(rows, "a over dst", {{"a", "dst"}}),
                               Overlaid(rows, "b over dst", {{"b", "dst"}}),
                               Overlaid(rows, "both over dst", {{"a", "dst"}, {"b", "dst"}})};
    if (row.scratch) cases.push_back(Overlaid(rows, "scratch over dst", {{"tmp", "dst"}}));
    if (!FindElement(element).is_float && row.right.fill != Fill::kAny) return cases;
    cases.push_back(Overlaid(rows, "a from row 1 of dst on", {{"a", "dst", line}}));
    cases.push_back(Overlaid(rows, "dst from row 1 of a on", {{"a", "dst", -line}}));
    cases.push_back(Overlaid(rows, "dst from row 1 of b on", {{"b", "dst", -line}}));
    cases.push_back(
        Overlaid(BinaryCase(row, Places()[2], element), "dst from column 1 of a on", {{"a", "dst", -line}}));
    if (!row.one_type)
        cases.push_back(
            Overlaid(BinaryCase(row, Places()[1], element), "all in one place", {{"a", "dst"}, {"b", "dst"}}));
    return cases;
}

std::vector<Case> OverlaidCases() {
    std::vector<Case> cases;
    for (const BinaryRow& row : kBinaryRows)
        for (const std::string& list : {std::string(row.floats), std::string(row.integers)})
            for (const std::string& element : Names(list))
                if (element == "f32" || element == "s16") Append(cases, OverlaidCases(row, element));
    return cases;
}

// A destination that is an operand as well.
Case InPlaceCase() {
    Case one;
    one.instruction = "TMUL";
    one.label = "in place";
    one.call = "TADD(a, a, b); TMUL(a, b, a); TSUB(b, a, b);";
    one.operands = {Fixed(Tile("a", "f32", 16, 64), 13, 50), Fixed(Tile("b", "f32", 16, 64), 13, 50)};
    return one;
}

}  // namespace

std::vector<Case> BinaryCases() {
    std::vector<Case> cases;
    for (const BinaryRow& row : kBinaryRows)
        for (const BinaryPlaces& places : Places())
            for (const std::string& list : {std::string(row.floats), std::string(row.integers)})
                for (const std::string& element : Names(list))
                    if (!element.empty() && Tried(row, places, element))
                        cases.push_back(BinaryCase(row, places, element));
    Append(cases, PartialCases());
    Append(cases, OverlaidCases());
    cases.push_back(InPlaceCase());
    return cases;
}

}  // namespace pto::cross
