// TCVT between all pairs of types, in all rounding modes.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct ConvertRow {
    const char* from;
    const char* to;
};
// No pair of the two 16-bit floats: clang has no conversion between them.
const ConvertRow kConversions[] = {
    {"f32", "f16 bf16 s64 s32 s16 s8 u8 u32 f32"},
    {"f16", "f32 s64 s32 s16 s8 u8 f16"},
    {"bf16", "f32 s64 s32 s16 s8 u8 bf16"},
    {"s32", "f32 f16 bf16 s64 s32 s16 u8 u16"},
    {"s16", "f32 f16 bf16 s32 s16 u8 u32"},
    {"u8", "f16 f32 bf16 s16 u16 s32 u8"},
    {"s8", "f16 f32 bf16 s16 s32 u8"},
    {"u32", "f32 f16 bf16 u8 u16 s16 s32"},
    {"s64", "f32 s32"},
    {"u16", "f32 s32 u8"},
};

// NONE, RINT, ROUND, FLOOR, CEIL, TRUNC, ODD
std::vector<std::vector<double>> Modes() {
    std::vector<std::vector<double>> modes;
    for (int mode = 0; mode <= 6; ++mode) modes.push_back({static_cast<double>(mode)});
    return modes;
}

// Halves, where the modes differ; the rest anything.
Values HalvesAndAnything(const std::string& element) {
    Values values;
    if (!FindElement(element).is_float) return values;
    values.make = [element](Random& random, void* elements, size_t count) {
        const Element& type = FindElement(element);
        for (size_t i = 0; i < count; ++i) {
            Values one;
            const double half = static_cast<double>(random.Below(64)) * 0.5 - 16;
            if (random.Below(2) == 0) one = Range(half, half);
            FillElements(random, type, one, static_cast<char*>(elements) + i * type.bytes, 1);
        }
    };
    return values;
}

Case ConvertCase(const std::string& from, const std::string& to, const std::string& label, const std::string& call) {
    Case one;
    one.instruction = "TCVT";
    one.label = from + " " + to + label;
    one.call = call;
    one.operands = {Tile("dst", to, 8, 64), With(Tile("src", from, 8, 96), HalvesAndAnything(from))};
    one.runs = {{8, 64}, {7, 61}};
    one.scalars = Modes();
    return one;
}

// In place, with equal and with longer rows. Values are such that no bits of one type are a NaN of another, whose
// payload would be free.
std::vector<Case> OverlaidCases() {
    const ConvertRow pairs[] = {{"f32", "f16 bf16 s32 s16 u8"}, {"f16", "f32 s32 u8"}, {"s32", "f32 f16 s16 s64"},
                                {"s16", "f32 s32 u8"},          {"u8", "f16 s32"},     {"s64", "s32"}};
    std::vector<Case> cases;
    for (const ConvertRow& row : pairs)
        for (const std::string& to : Names(row.to))
            for (const int cols : {64, 96}) {
                Case one = ConvertCase(row.from, to, cols == 64 ? "" : " longer rows",
                                       "TCVT(dst, src, static_cast<RoundMode>(int(s[0])));");
                one.operands = {With(Tile("dst", to, 8, 64), Range(0, 8)),
                                With(Tile("src", row.from, 8, cols), Range(0, 8))};
                one.scalars = {{1}, {3}};
                cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
                if (cols == 64) cases.push_back(Overlaid(one, "dst inside src", {{"src", "dst", -64}}));
            }
    return cases;
}

}  // namespace

std::vector<Case> ConvertCases() {
    std::vector<Case> cases;
    const std::string mode = "static_cast<RoundMode>(int(s[0]))";
    for (const ConvertRow& row : kConversions)
        for (const std::string& to : Names(row.to)) {
            cases.push_back(ConvertCase(row.from, to, "", "TCVT(dst, src, " + mode + ");"));
            cases.push_back(
                ConvertCase(row.from, to, " saturating", "TCVT(dst, src, " + mode + ", SaturationMode::ON);"));
        }
    Case boxes = ConvertCase("f32", "f16", " boxes", "TCVT(dst, src, " + mode + ", SaturationMode::OFF);");
    boxes.operands = {Tile("dst", "f16", 32, 32, kBoxed), Tile("src", "f32", 32, 32, kBoxed)};
    boxes.runs = {{32, 32}, {17, 30}};
    cases.push_back(boxes);
    Append(cases, OverlaidCases());
    return cases;
}

}  // namespace pto::cross
