// Whole rows and columns in another order or shape, padding, views.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

constexpr const char* kTypes[] = {"f32", "f16", "bf16", "s32", "s16", "s8", "u8"};

TileForm PaddedForm(const std::string& pad) {
    TileForm form;
    form.pad = pad == "Max" ? "PadValue::Max" : pad == "Min" ? "PadValue::Min" : "PadValue::Zero";
    return form;
}

std::vector<Case> Turns() {
    std::vector<Case> cases;
    for (const char* element : kTypes) {
        Case one;
        one.instruction = "TTRANS";
        one.label = element;
        one.call = "TTRANS(dst, src, tmp);";
        one.operands = {Turned(Tile("dst", element, 64, 32)), Tile("src", element, 32, 64),
                        Scratch(Turned(Tile("tmp", element, 64, 32)))};
        one.runs = {{32, 64}, {29, 50}, {1, 1}};
        cases.push_back(one);
        if (one.label != "f32" && one.label != "s16") continue;
        cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
        cases.push_back(Overlaid(one, "scratch over src", {{"tmp", "src"}}));
    }
    return cases;
}

std::vector<Case> Concatenations() {
    std::vector<Case> cases;
    for (const char* element : kTypes) {
        Case one;
        one.instruction = "TCONCAT";
        one.label = element;
        one.call = "TCONCAT(dst, a, b);";
        one.operands = {Tile("dst", element, 32, 96), Tile("a", element, 32, 64),
                        Valid(Tile("b", element, 32, 32), 29, 14)};
        one.operands[0].valid = [](Extent run) { return Extent{run.rows, run.cols + 14}; };
        one.runs = {{29, 50}, {29, 64}, {29, 1}};
        cases.push_back(one);
    }
    const Case plain = cases[0];
    cases.push_back(Overlaid(plain, "a over dst", {{"a", "dst"}}));
    cases.push_back(Overlaid(plain, "b over dst", {{"b", "dst"}}));
    cases.push_back(Overlaid(plain, "dst from row 1 of a on", {{"a", "dst", -64 * 4}}));
    // The lengths of each row's parts, in bytes.
    for (const char* index : {"s32", "u16", "u8"}) {
        Case one = cases[0];
        one.label = std::string("f32 lengths of ") + index;
        one.call = "TCONCAT(dst, a, b, la, lb);";
        const int bytes = static_cast<int>(FindElement(index).bytes);
        for (const char* name : {"la", "lb"})
            one.operands.push_back(With(Valid(Tile(name, index, 32, 32 / bytes), 29, 1), Range(0, 14 * bytes)));
        one.runs = {{29, 50}};
        cases.push_back(one);
        Case in_place = one;
        in_place.label += ", which their sum replaces";
        in_place.call = "TCONCAT(dst, a, b, la, la, lb);";
        cases.push_back(in_place);
        one.label += ", and their sum";
        one.call = "TCONCAT(dst, a, b, sum, la, lb);";
        one.operands.push_back(Valid(Tile("sum", index, 32, 32 / bytes), 29, 1));
        cases.push_back(one);
        // What the last row of dst overwrites was read for the rows before.
        cases.push_back(Overlaid(one, "lengths under the last row of dst", {{"la", "dst", 28 * 96 * 4}}));
        cases.push_back(Overlaid(one, "lb over sum", {{"lb", "sum"}}));
    }
    return cases;
}

std::vector<Case> Paddings() {
    std::vector<Case> cases;
    for (const char* element : kTypes)
        for (const char* pad : {"Max", "Min", "Zero"}) {
            Case one;
            one.instruction = "TFILLPAD";
            one.label = std::string(element) + " " + pad;
            one.call = "TFILLPAD(dst, src);";
            one.operands = {Valid(Tile("dst", element, 8, 32, PaddedForm(pad)), 8, 32), Tile("src", element, 8, 32)};
            one.runs = {{8, 32}, {5, 21}, {1, 1}};
            cases.push_back(one);
            Case wide = one;
            wide.instruction = "TFILLPAD_EXPAND";
            wide.call = "TFILLPAD_EXPAND(dst, src);";
            wide.operands[0] = Valid(Tile("dst", element, 16, 64, PaddedForm(pad)), 16, 64);
            cases.push_back(wide);
            if (one.label == "f32 Max" || one.label == "s16 Zero") {
                const int line = 32 * static_cast<int>(FindElement(element).bytes);
                cases.push_back(Overlaid(one, "dst from row 1 of src on", {{"src", "dst", -line}}));
                cases.push_back(Overlaid(one, "src from row 1 of dst on", {{"src", "dst", line}}));
                cases.push_back(Overlaid(wide, "src over dst", {{"src", "dst"}}));
            }
            // The destination is another view of the source's memory.
            Case in_place = one;
            in_place.instruction = "TFILLPAD_INPLACE";
            in_place.call = "TASSIGN(dst, reinterpret_cast<uint64_t>(src.data())); TFILLPAD_INPLACE(dst, src);";
            cases.push_back(in_place);
        }
    Case custom = cases.front();
    custom.label = "f32 custom";
    TileForm form;
    form.pad = "PadValueCustom(-1.5f)";
    custom.operands[0] = Valid(Tile("dst", "f32", 8, 32, form), 8, 32);
    custom.operands[1] = Tile("src", "f32", 8, 32);
    cases.push_back(custom);
    for (const char* element : {"f16", "f32", "s8"}) {
        Case matrix;
        matrix.instruction = "TFILLPAD";
        matrix.label = std::string(element) + " matrix";
        matrix.call = "TFILLPAD(mat, mat);";
        matrix.operands = {Tile("mat", element, 32, 32, kMat)};
        matrix.runs = {{19, 21}, {32, 32}};
        cases.push_back(matrix);
        matrix.label += ", highest";
        matrix.call = "TFILLPAD<mat_t, PadValue::Max>(mat, mat);";
        cases.push_back(matrix);
    }
    return cases;
}

// Views: the elements seen through them, copied out.
std::vector<Case> Views() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "s8"}) {
        Case view;
        view.instruction = "TSUBVIEW";
        view.label = element;
        view.call = "part_t at(8, 32); TSUBVIEW(at, src, uint16_t(s[0]), uint16_t(s[1])); TMOV(part, at);";
        view.operands = {Valid(Tile("part", element, 8, 64), 8, 32), Tile("src", element, 32, 64)};
        view.runs = {{32, 64}};
        view.scalars = {{0, 0}, {3, 32}, {24, 17}};
        cases.push_back(view);
        // Of a boxed tile a view starts where the strides of its outer order say.
        Case boxes = view;
        boxes.label += " boxes";
        boxes.call = "part_t at(16, 32); TSUBVIEW(at, src, uint16_t(s[0]), uint16_t(s[1])); TMOV(part, at);";
        boxes.operands = {Valid(Tile("part", element, 32, 64, kMat), 16, 32), Tile("src", element, 32, 64, kMat)};
        boxes.scalars = {{0, 0}, {0, 32}};
        cases.push_back(boxes);
        Case shape;
        shape.instruction = "TRESHAPE";
        shape.label = element;
        shape.call = "copy_t at(16, 128); TRESHAPE(at, src); TMOV(copy, at);";
        shape.operands = {Valid(Tile("copy", element, 16, 128), 16, 128), Tile("src", element, 32, 64)};
        shape.runs = {{32, 64}};
        cases.push_back(shape);
    }
    Case address;
    address.instruction = "TASSIGN";
    address.label = "address of another tile, of a tensor";
    address.call =
        "part_t at(4, 32); TASSIGN(at, reinterpret_cast<uint64_t>(src.data() + 96)); TMOV(part, at); "
        "TASSIGN(gm, gm.data() + 7); TSTORE(gm, part);";
    address.operands = {Valid(Tile("part", "f32", 4, 32), 4, 32), Tile("src", "f32", 32, 64),
                        Global("gm", "f32", 256, "1, 1, 1, 4, 32", "1, 1, 1, 32, 1")};
    address.runs = {{32, 64}};
    cases.push_back(address);
    return cases;
}

}  // namespace

std::vector<Case> RearrangeCases() {
    std::vector<Case> cases = Turns();
    Append(cases, Concatenations());
    Append(cases, Paddings());
    Append(cases, Views());
    return cases;
}

}  // namespace pto::cross
