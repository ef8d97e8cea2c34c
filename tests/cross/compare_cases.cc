// Comparisons that give masks, and selections by masks.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

const std::vector<std::vector<double>> kModes = {{0}, {1}, {2}, {3}, {4}, {5}};

// Few values, so that equal ones meet; now and then one of the special ones.
Values Crowded(const std::string& element) {
    if (!FindElement(element).is_float) return Range(-4, 4);
    Values values;
    values.make = [element](Random& random, void* elements, size_t count) {
        const Element& type = FindElement(element);
        for (size_t i = 0; i < count; ++i) {
            Values one;
            const double whole = random.Below(9);
            if (random.Below(4) != 0) one = Range(whole - 4, whole - 4);
            FillElements(random, type, one, static_cast<char*>(elements) + i * type.bytes, 1);
        }
    };
    return values;
}

unsigned WordsOf(unsigned cols, unsigned bits) {
    return (cols + bits - 1) / bits;
}

Operand Mask(const char* name, const std::string& element, int rows, int cols) {
    Operand mask = Tile(name, element, rows, cols);
    const auto bits = static_cast<unsigned>(FindElement(element).bytes * 8);
    mask.valid = [bits](Extent run) { return Extent{run.rows, WordsOf(run.cols, bits)}; };
    return mask;
}

std::vector<Case> TileComparisons() {
    std::vector<Case> cases;
    for (const char* mask : {"u8", "u32"})
        for (const std::string& element :
             Names(*mask == 'u' && mask[1] == '8' ? "f32 f16 s32" : "f32 f16 bf16 s32 u32 s16 u8")) {
            Case one;
            one.instruction = "TCMP";
            one.label = element + " to " + mask;
            one.call = "TCMP(dst, a, b, static_cast<CmpMode>(int(s[0])));";
            one.operands = {Mask("dst", mask, 8, 32), With(Tile("a", element, 8, 64), Crowded(element)),
                            With(Tile("b", element, 8, 64), Crowded(element))};
            one.runs = {{8, 64}, {7, 53}, {1, 1}};
            one.scalars = kModes;
            cases.push_back(one);
            if (element != "f32" && element != "f16") continue;
            cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
            cases.push_back(Overlaid(one, "b over dst", {{"b", "dst"}}));
            cases.push_back(Overlaid(one, "dst inside a", {{"a", "dst", -256}}));
        }
    return cases;
}

std::vector<Case> ScalarComparisons() {
    std::vector<Case> cases;
    std::vector<std::vector<double>> modes = kModes;
    for (std::vector<double>& mode : modes) mode.push_back(2);
    for (const char* element : {"f32", "f16", "bf16", "s32", "u32", "s16", "u16"}) {
        Case one;
        one.instruction = "TCMPS";
        one.label = element;
        one.element = element;
        one.call = "TCMPS(dst, a, T(s[1]), static_cast<CmpMode>(int(s[0])));";
        one.operands = {Mask("dst", "u8", 8, 32), With(Tile("a", element, 8, 64), Crowded(element))};
        one.runs = {{8, 64}, {7, 53}, {1, 1}};
        one.scalars = modes;
        cases.push_back(one);
        if (one.label[0] != 'f') continue;
        cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
        cases.push_back(Overlaid(one, "dst inside a", {{"a", "dst", -256}}));
    }
    return cases;
}

std::vector<Case> Selections() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16", "u8"}) {
        Case one;
        one.instruction = "TSEL";
        one.label = element;
        one.element = element;
        one.call = "TSEL(dst, mask, a, b, tmp);";
        one.operands = {Tile("dst", element, 8, 64), Mask("mask", "u8", 8, 32), Tile("a", element, 8, 64),
                        Tile("b", element, 8, 64), Scratch(Tile("tmp", "u8", 8, 32))};
        one.runs = {{8, 64}, {7, 53}, {1, 1}};
        cases.push_back(one);
        if (one.label == "f32" || one.label == "s16") {
            cases.push_back(Overlaid(one, "a over dst", {{"a", "dst"}}));
            cases.push_back(Overlaid(one, "b over dst", {{"b", "dst"}}));
            cases.push_back(Overlaid(one, "mask over dst", {{"mask", "dst"}}));
            cases.push_back(Overlaid(one, "mask inside dst, scratch over a", {{"mask", "dst", 256}, {"tmp", "a"}}));
        }
        for (const char* mask : {"u8", "u16", "u32"}) {
            Case scalar = one;
            scalar.instruction = "TSELS";
            scalar.label = std::string(element) + " by " + mask;
            scalar.call = "TSELS(dst, mask, a, tmp, T(s[0]));";
            scalar.operands = {Tile("dst", element, 8, 64), Mask("mask", mask, 8, 32), Tile("a", element, 8, 96),
                               Scratch(Tile("tmp", element, 8, 64))};
            scalar.scalars = {{9}};
            cases.push_back(scalar);
            if (one.label != "f32" && one.label != "s16") continue;
            cases.push_back(Overlaid(scalar, "a over dst", {{"a", "dst"}}));
            cases.push_back(Overlaid(scalar, "mask inside dst", {{"mask", "dst", 256}}));
        }
    }
    return cases;
}

}  // namespace

std::vector<Case> CompareCases() {
    std::vector<Case> cases = TileComparisons();
    Append(cases, ScalarComparisons());
    Append(cases, Selections());
    return cases;
}

}  // namespace pto::cross
