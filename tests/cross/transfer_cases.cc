// TLOAD and TSTORE without conversion: layouts, strides, padding.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

constexpr char kDynamicShape[] = "-1, -1, -1, -1, -1";

std::string Numbers(const std::vector<int>& numbers) {
    std::string text;
    for (int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

Operand DynamicGlobal(const std::string& element, size_t elements, const std::vector<int>& shape,
                      const std::vector<int>& stride, const std::string& layout) {
    return Global("gm", element, elements, kDynamicShape, kDynamicShape, layout,
                  std::string("pto::Shape<") + kDynamicShape + ">(" + Numbers(shape) + "), pto::Stride<" +
                      kDynamicShape + ">(" + Numbers(stride) + ")");
}

struct Transfer {
    std::string label;
    Operand tile, global;
    unsigned rows, cols;
    const char* types;  // empty: all
};

TileForm Padded(const char* pad) {
    TileForm form;
    form.pad = pad;
    return form;
}

// Every form for one element type; `c0` elements are 32 bytes.
std::vector<Transfer> TransfersOf(const std::string& element) {
    const int c0 = 32 / static_cast<int>(FindElement(element).bytes);
    const auto tile = [&](int rows, int cols, const TileForm& form) { return Tile("tile", element, rows, cols, form); };
    const auto global = [&](size_t elements, const std::vector<int>& shape, const std::vector<int>& stride,
                            const char* layout = "ND") {
        return Global("gm", element, elements, Numbers(shape), Numbers(stride), layout);
    };
    const auto whole = static_cast<unsigned>(2 * c0);
    return {
        {"dense", tile(16, 64, {}), global(1024, {1, 1, 1, 16, 64}, {1024, 1024, 1024, 64, 1}), 16, 64, ""},
        {"part, highest", tile(16, 64, Padded("PadValue::Max")), global(1024, {1, 1, 1, 11, 40}, {1, 1, 1, 64, 1}), 11,
         40, ""},
        {"planes, lowest", tile(16, 64, Padded("PadValue::Min")), global(2048, {1, 2, 1, 3, 40}, {1, 512, 1, 80, 1}), 6,
         40, ""},
        {"four outer dimensions", tile(48, 32, Padded("PadValue::Zero")),
         global(8192, {2, 2, 3, 4, 20}, {4096, 2048, 512, 96, 1}), 48, 20, "f32 s16"},
        {"part, custom", tile(16, 64, Padded("PadValueCustom(-1.5f)")),
         global(1024, {1, 1, 1, 11, 40}, {1, 1, 1, 64, 1}), 11, 40, "f32"},
        {"strided", tile(16, 64, {}), DynamicGlobal(element, 4096, {1, 1, 2, 3, 20}, {1, 1, 1024, 128, 3}, "ND"), 6, 20,
         ""},
        {"columns", tile(32, 8, kColMajor), global(256, {1, 1, 1, 32, 8}, {256, 256, 256, 1, 32}, "DN"), 32, 8, ""},
        {"columns, part", tile(32, 8, kColMajor),
         DynamicGlobal(element, 1024, {1, 2, 1, 19, 3}, {1, 512, 1, 1, 40}, "DN"), 19, 6, "f32 f16 s8"},
        {"to boxes", tile(32, 2 * c0, kMat),
         global(static_cast<size_t>(64 * c0), {1, 1, 1, 29, 2 * c0 - 3}, {1, 1, 1, 2 * c0, 1}), 29, whole - 3, ""},
        {"boxes", tile(32, 2 * c0, kMat),
         global(static_cast<size_t>(64 * c0), {1, 2, 2, 16, c0}, {64 * c0, 32 * c0, 16 * c0, c0, 1}, "NZ"), 32, whole,
         ""},
        {"columns to boxes", tile(32, 2 * c0, {"Mat", Order::kZn}),
         global(static_cast<size_t>(64 * c0), {1, 1, 1, 32, 2 * c0}, {1, 1, 1, 1, 32}, "DN"), 32, whole, "f16 s8"},
    };
}

Case TransferCase(const std::string& instruction, const std::string& element, const Transfer& transfer) {
    Case one;
    one.instruction = instruction;
    one.label = element + " " + transfer.label;
    one.call = instruction == "TLOAD" ? "TLOAD(tile, gm);" : "TSTORE(gm, tile);";
    one.operands = {transfer.tile, transfer.global};
    one.runs = {{transfer.rows, transfer.cols}};
    return one;
}

bool Tried(const Transfer& transfer, const std::string& element) {
    const std::string types = transfer.types;
    for (const std::string& name : Names(types))
        if (name == element) return true;
    return types.empty();
}

}  // namespace

std::vector<Case> TransferCases() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "u32", "s16", "s8", "u8", "s64"})
        for (const Transfer& transfer : TransfersOf(element)) {
            if (!Tried(transfer, element)) continue;
            cases.push_back(TransferCase("TLOAD", element, transfer));
            cases.push_back(TransferCase("TSTORE", element, transfer));
        }
    return cases;
}

}  // namespace pto::cross
