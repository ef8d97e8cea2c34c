// One tile gives another, element by element.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct UnaryRow {
    const char* instruction;
    const char* types;
    Values values;
    bool one_type;           // both tiles must have one type
    bool rows_only = false;  // PTO-ISA takes row-major tiles alone
    const char* precision = "";
};

Values NotZero() {
    Values values;
    values.fill = Fill::kDivisor;
    return values;
}

const UnaryRow kUnaryRows[] = {
    {"TEXP", "f32 f16 bf16", {}, false},
    {"TEXP", "f32", {}, false, false, "<ExpAlgorithm::HIGH_PRECISION>"},
    {"TLOG", "f32 f16 bf16", {}, false},
    {"TLOG", "f16", {}, false, false, "<LogAlgorithm::HIGH_PRECISION>"},
    {"TSQRT", "f32 f16 bf16", {}, false},
    {"TSQRT", "f32", {}, false, false, "<SqrtAlgorithm::HIGH_PRECISION>"},
    {"TRSQRT", "f32 f16", {}, false},
    {"TRSQRT", "f32", {}, false, false, "<RsqrtAlgorithm::HIGH_PRECISION>"},
    {"TRECIP", "f32 f16 bf16 s32 s16", NotZero(), false, true},
    {"TRECIP", "f32", NotZero(), false, true, "<RecipAlgorithm::HIGH_PRECISION>"},
    {"TABS", "f32 f16 bf16 s32 s16 s8", {}, true},
    {"TNEG", "f32 f16 bf16 s32 u32 s16 u16 s8 u8", {}, false},
    {"TRELU", "f32 f16 bf16 s32 u32 s16 u16 s8 u8", {}, false},
    {"TNOT", "s32 u32 s16 u16 s8 u8", {}, false},
};

struct UnaryPlaces {
    const char* label;
    TileForm form;
    int rows, dst_cols, src_cols;
    const char* types;  // with which it is tried; empty: all
    std::vector<Extent> runs;
};

const std::vector<UnaryPlaces>& Places() {
    static const std::vector<UnaryPlaces> places = {
        {"rows", kRowMajor, 8, 64, 64, "", {{8, 64}, {5, 35}, {1, 1}, {8, 16}}},
        {"wide", kRowMajor, 8, 64, 96, "f32 s16", {{8, 32}, {3, 50}}},
        {"columns", kColMajor, 32, 4, 4, "f32 f16 bf16 s16", {{32, 4}, {19, 3}}},
        {"boxes", kBoxed, 32, 32, 32, "f32 f16", {{32, 32}, {17, 30}}},
    };
    return places;
}

bool Tried(const UnaryRow& row, const UnaryPlaces& places, const std::string& element) {
    if (row.one_type && places.dst_cols != places.src_cols) return false;
    if (row.rows_only && places.form.order != Order::kRows) return false;
    const std::string types = places.types;
    for (const std::string& name : Names(types))
        if (name == element) return true;
    return types.empty();
}

Case UnaryCase(const UnaryRow& row, const UnaryPlaces& places, const std::string& element) {
    Case one;
    one.instruction = row.instruction;
    one.label = element + " " + places.label + row.precision;
    one.call = std::string(row.instruction) + row.precision + "(dst, src);";
    one.operands = {Tile("dst", element, places.rows, places.dst_cols, places.form),
                    With(Tile("src", element, places.rows, places.src_cols, places.form), row.values)};
    one.runs = places.runs;
    return one;
}

// Source and destination in one place, with other row lengths, and a row or a column apart. An integer reciprocal must
// not become a divisor.
std::vector<Case> OverlaidCases(const UnaryRow& row, const std::string& element) {
    const Case rows = UnaryCase(row, Places()[0], element);
    const int bytes = static_cast<int>(FindElement(element).bytes);
    std::vector<Case> cases = {Overlaid(rows, "src over dst", {{"src", "dst"}})};
    if (!FindElement(element).is_float && row.values.fill != Fill::kAny) return cases;
    cases.push_back(Overlaid(rows, "dst from row 1 of src on", {{"src", "dst", -64 * bytes}}));
    if (!row.rows_only)
        cases.push_back(Overlaid(UnaryCase(row, Places()[2], element), "dst from column 1 of src on",
                                 {{"src", "dst", -32 * bytes}}));
    if (!row.one_type)
        cases.push_back(Overlaid(UnaryCase(row, Places()[1], element), "src over dst", {{"src", "dst"}}));
    return cases;
}

// A destination that is the operand as well.
Case InPlace() {
    Case one;
    one.instruction = "TEXP";
    one.label = "in place";
    one.call = "TEXP(a, a); TNEG(a, a);";
    one.operands = {Fixed(Tile("a", "f32", 16, 64), 13, 50)};
    return one;
}

}  // namespace

std::vector<Case> UnaryCases() {
    std::vector<Case> cases;
    for (const UnaryRow& row : kUnaryRows)
        for (const UnaryPlaces& places : Places())
            for (const std::string& element : Names(row.types))
                if (Tried(row, places, element)) cases.push_back(UnaryCase(row, places, element));
    for (const UnaryRow& row : kUnaryRows)
        for (const std::string& element : Names(row.types))
            if (*row.precision == '\0' && (element == "f32" || element == "s16"))
                Append(cases, OverlaidCases(row, element));
    cases.push_back(InPlace());
    return cases;
}

}  // namespace pto::cross
