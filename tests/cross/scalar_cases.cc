// A tile and a number; tiles made of numbers alone.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct ScalarRow {
    const char* instruction;
    const char* types;
    const char* call;
    std::vector<double> scalars;  // each of them in turn
    Values values;
    const char* columns = "";  // types that are tried with a column-major tile too
    bool scratch = false;
};

constexpr char kNumbers[] = "f32 f16 bf16 s32 s16";
constexpr char kOtherIntegers[] = "u32 u16 s8 u8";
constexpr char kIntegers[] = "s32 u32 s16 u16 s8 u8";

Values NoZero() {
    Values values;
    values.fill = Fill::kDivisor;
    return values;
}

const std::vector<ScalarRow>& Rows() {
    static const std::vector<ScalarRow> rows = {
        {"TADDS", kNumbers, "TADDS(dst, src, T(s[0]));", {3, -0.3}, {}},
        {"TSUBS", kNumbers, "TSUBS(dst, src, T(s[0]));", {3, -0.3}, {}, "f32"},
        {"TMULS", kNumbers, "TMULS(dst, src, T(s[0]));", {3, -0.3, 0}, {}},
        {"TDIVS", "f32 f16 bf16", "TDIVS(dst, src, T(s[0]));", {3, -0.3, 1e-7}, {}},
        {"TADDS", kOtherIntegers, "TADDS(dst, src, T(s[0]));", {5}, {}},
        {"TSUBS", kOtherIntegers, "TSUBS(dst, src, T(s[0]));", {5}, {}},
        {"TMULS", kOtherIntegers, "TMULS(dst, src, T(s[0]));", {5}, {}},
        {"TMAXS", kOtherIntegers, "TMAXS(dst, src, T(s[0]));", {5}, {}},
        {"TMINS", kOtherIntegers, "TMINS(dst, src, T(s[0]));", {5}, {}},
        {"TREMS", kOtherIntegers, "TREMS(dst, src, T(s[0]), tmp);", {5}, {}, "", true},
        {"TDIVS", kIntegers, "TDIVS(dst, src, T(s[0]));", {3, 7}, {}},
        {"TDIVS", "f32 f16 bf16 s32 s16", "TDIVS(dst, T(s[0]), src);", {3, -7.5, 0}, NoZero()},
        {"TMAXS", kNumbers, "TMAXS(dst, src, T(s[0]));", {1, -2, 0}, {}},
        {"TMINS", kNumbers, "TMINS(dst, src, T(s[0]));", {1, -2, 0}, {}, "f32"},
        {"TLRELU", "f32 f16 bf16", "TLRELU(dst, src, T(s[0]));", {0.1, -2}, {}},
        {"TREMS", kNumbers, "TREMS(dst, src, T(s[0]), tmp);", {3, -2}, {}, "", true},
        {"TFMODS", kNumbers, "TFMODS(dst, src, T(s[0]));", {3, -2}, {}, "f32"},
        {"TANDS", kIntegers, "TANDS(dst, src, T(s[0]));", {5, 127}, {}, "s16"},
        {"TORS", kIntegers, "TORS(dst, src, T(s[0]));", {5, 127}, {}, "s16"},
        {"TXORS", kIntegers, "TXORS(dst, src, T(s[0]), tmp);", {5, 127}, {}, "s16", true},
        {"TSHLS", kIntegers, "TSHLS(dst, src, T(s[0]));", {0, 3, 7}, {}, "s16"},
        {"TSHRS", kIntegers, "TSHRS(dst, src, T(s[0]));", {0, 3, 7}, {}, "s16"},
        {"TAXPY", "f32 f16 bf16", "TAXPY(dst, src, T(s[0]));", {3, -0.3}, {}, "f32"},
    };
    return rows;
}

std::vector<std::vector<double>> OneByOne(const std::vector<double>& scalars) {
    std::vector<std::vector<double>> sets;
    for (double scalar : scalars) sets.push_back({scalar});
    return sets;
}

Case ScalarCase(const ScalarRow& row, const std::string& element, bool columns) {
    Case one;
    one.instruction = row.instruction;
    one.label = element + (columns ? " columns" : "");
    one.element = element;
    one.call = row.call;
    const int tile_rows = columns ? 32 : 8, dst_cols = columns ? 4 : 64, src_cols = columns ? 4 : 96;
    const TileForm& form = columns ? kColMajor : kRowMajor;
    one.operands = {Tile("dst", element, tile_rows, dst_cols, form),
                    With(Tile("src", element, tile_rows, src_cols, form), row.values)};
    if (row.scratch) one.operands.push_back(Scratch(Tile("tmp", element, tile_rows, dst_cols, form)));
    one.runs = columns ? std::vector<Extent>{{32, 4}, {19, 3}} : std::vector<Extent>{{8, 64}, {5, 35}, {1, 1}};
    one.scalars = OneByOne(row.scalars);
    return one;
}

// Source and destination in one place, with equal and with other row lengths, and a row apart.
std::vector<Case> OverlaidCases(const ScalarRow& row, const std::string& element) {
    const Case wide = ScalarCase(row, element, false);
    Case equal = wide;
    equal.operands[1] = With(Tile("src", element, 8, 64), row.values);
    const int line = 64 * static_cast<int>(FindElement(element).bytes);
    std::vector<Case> cases = {Overlaid(equal, "src over dst", {{"src", "dst"}})};
    if (row.scratch) cases.push_back(Overlaid(equal, "scratch over src", {{"tmp", "src"}}));
    if (!FindElement(element).is_float && row.values.fill != Fill::kAny) return cases;
    cases.push_back(Overlaid(wide, "src over dst, longer rows", {{"src", "dst"}}));
    cases.push_back(Overlaid(equal, "dst from row 1 of src on", {{"src", "dst", -line}}));
    return cases;
}

// TAXPY with a destination of another type.
Case WideningCase() {
    Case one;
    one.instruction = "TAXPY";
    one.label = "f16 to f32";
    one.call = "TAXPY(dst, src, half(s[0]));";
    one.operands = {Tile("dst", "f32", 8, 32), Tile("src", "f16", 8, 32)};
    one.runs = {{8, 32}, {5, 17}};
    one.scalars = {{3}, {-0.3}};
    return one;
}

std::vector<Case> FillingCases() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u8"})
        for (const TileForm& form : {kRowMajor, kColMajor, kMat}) {
            Case one;
            one.instruction = "TEXPANDS";
            one.label = std::string(element) + " " + form.memory + (form.order == Order::kCols ? " columns" : "");
            one.element = element;
            one.call = "TEXPANDS(dst, T(s[0]));";
            one.operands = {Tile("dst", element, 32, 32, form)};
            one.runs = {{32, 32}, {19, 5}};
            one.scalars = {{7}, {-0.3}};
            if (FindElement(element).bytes == 1) one.scalars = {{7}};
            cases.push_back(one);
        }
    for (const char* element : {"s32", "u32", "s16", "u16", "f32", "f16"})
        for (const char* descending : {"0", "1"}) {
            Case one;
            one.instruction = "TCI";
            one.label = std::string(element) + (*descending == '1' ? " down" : " up");
            one.element = element;
            one.call = std::string("TCI<dst_t, T, ") + descending + ">(dst, T(s[0]));";
            one.operands = {Tile("dst", element, 1, 64)};
            one.runs = {{1, 64}, {1, 50}};
            one.scalars = {{7}, {32750}};
            cases.push_back(one);
        }
    return cases;
}

std::vector<Case> TriangleCases() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u32", "u16"})
        for (const char* upper : {"0", "1"}) {
            Case one;
            one.instruction = "TTRI";
            one.label = std::string(element) + (*upper == '1' ? " upper" : " lower");
            one.call = std::string("TTRI<dst_t, ") + upper + ">(dst, int(s[0]));";
            one.operands = {Tile("dst", element, 16, 32)};
            one.runs = {{16, 32}, {13, 29}};
            one.scalars = {{0}, {3}, {-4}, {40}, {-40}};
            cases.push_back(one);
        }
    return cases;
}

}  // namespace

std::vector<Case> ScalarCases() {
    std::vector<Case> cases;
    for (const ScalarRow& row : Rows()) {
        for (const std::string& element : Names(row.types)) cases.push_back(ScalarCase(row, element, false));
        for (const std::string& element : Names(row.columns))
            if (!element.empty()) cases.push_back(ScalarCase(row, element, true));
        for (const std::string& element : Names(row.types))
            if (element == "f32" || element == "s16") Append(cases, OverlaidCases(row, element));
    }
    cases.push_back(WideningCase());
    Case over = WideningCase();
    over.operands[0].values = over.operands[1].values = Range(-8, 8);
    cases.push_back(Overlaid(over, "src over dst", {{"src", "dst"}}));
    Append(cases, FillingCases());
    Append(cases, TriangleCases());
    return cases;
}

}  // namespace pto::cross
