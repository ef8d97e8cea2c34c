// Matrix products.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct ProductRow {
    const char* in;
    const char* out;
    TileForm left;
    int m, k, n;
};

const ProductRow kProducts[] = {
    {"f16", "f32", kLeft, 32, 64, 48},  {"f16", "f32", kLeftNz, 16, 32, 16}, {"f32", "f32", kLeft, 32, 40, 48},
    {"bf16", "f32", kLeft, 32, 64, 48}, {"s8", "s32", kLeft, 32, 64, 64},
};

enum class Inputs { kOrdinary, kAnything };

Values InputsOf(Inputs inputs) {
    Values values;
    if (inputs == Inputs::kOrdinary) values.fill = Fill::kFinite;
    return values;
}

Case ProductCase(const ProductRow& row, const std::string& instruction, const std::string& call, Inputs inputs) {
    const auto m = static_cast<unsigned>(row.m), k = static_cast<unsigned>(row.k), n = static_cast<unsigned>(row.n);
    // Runs say by how much each side is short.
    const auto sides = [](unsigned rows, unsigned cols, unsigned most_rows, unsigned most_cols) {
        return [=](Extent run) { return Extent{rows - run.rows % most_rows, cols - run.cols % most_cols}; };
    };
    Case one;
    one.instruction = instruction;
    one.label = std::string(row.in) + " " + std::to_string(row.m) + (inputs == Inputs::kAnything ? " anything" : "");
    one.call = call;
    one.operands = {
        Tile("out", row.out, row.m, row.n, kAcc),
        With(Tile("acc", row.out, row.m, row.n, kAcc), InputsOf(inputs)),
        With(Tile("left", row.in, row.m, row.k, row.left), InputsOf(inputs)),
        With(Tile("right", row.in, row.k, row.n, kRight), InputsOf(inputs)),
        With(Fixed(Tile("bias", row.out, 1, row.n, kBias), 1, n), InputsOf(inputs)),
    };
    one.operands[0].valid = one.operands[1].valid = sides(m, n, m, n);
    one.operands[2].valid = sides(m, k, m, k);
    one.operands[3].valid = sides(k, n, k, n);
    // One number for each side would be needed; rows and columns short by the same amount keep k equal on both.
    one.runs = {{0, 0}, {3, 3}, {7, 7}};
    return one;
}

}  // namespace

std::vector<Case> MatmulCases() {
    std::vector<Case> cases;
    for (const ProductRow& row : kProducts)
        for (const Inputs inputs : {Inputs::kOrdinary, Inputs::kAnything})
            for (const char* name : {"TMATMUL", "TGEMV"}) {
                const std::string product = name, phase = "<AccPhase::Final>";
                cases.push_back(ProductCase(row, product, product + "(out, left, right);", inputs));
                cases.push_back(ProductCase(row, product + "_ACC", product + "_ACC(out, acc, left, right);", inputs));
                cases.push_back(
                    ProductCase(row, product + "_BIAS", product + "_BIAS(out, left, right, bias);", inputs));
                if (inputs == Inputs::kAnything) continue;
                Case in_place = ProductCase(row, product + "_ACC", product + "_ACC(acc, acc, left, right);", inputs);
                in_place.label += " in place";
                cases.push_back(in_place);
                Case phased = ProductCase(row, product, product + phase + "(out, left, right);", inputs);
                phased.label += " phase";
                cases.push_back(phased);
            }
    return cases;
}

}  // namespace pto::cross
