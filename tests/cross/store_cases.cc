// TSTORE of an accumulator or a tile with conversion, ReLU, quantisation or atomic addition; TSTORE_FP.
#include <cstring>

#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

Operand StoreTarget(const std::string& element) {
    return Global("gm", element, 1024, "1, 1, 1, 29, 23", "1, 1, 1, 32, 1");
}

Values Finite() {
    Values values;
    values.fill = Fill::kFinite;
    return values;
}

Case StoreCase(const std::string& from, const std::string& to, const std::string& label, const std::string& call) {
    Case one;
    one.instruction = "TSTORE";
    one.label = from + " to " + to + " " + label;
    one.call = call;
    one.operands = {With(Tile("acc", from, 32, 32, kAcc), from[0] == 's' ? Range(-100000, 100000) : Values{}),
                    With(StoreTarget(to), Finite())};
    one.runs = {{29, 23}};
    return one;
}

std::vector<Case> PlainStores() {
    std::vector<Case> cases;
    for (const char* to : {"f32", "f16", "bf16"}) {
        cases.push_back(StoreCase("f32", to, "plain", "TSTORE(gm, acc);"));
        cases.push_back(StoreCase("f32", to, "phase", "TSTORE<STPhase::Final>(gm, acc);"));
        cases.push_back(StoreCase("f32", to, "atomic", "TSTORE<acc_t, gm_t, AtomicType::AtomicAdd>(gm, acc);"));
        cases.push_back(StoreCase("f32", to, "relu",
                                  "TSTORE<acc_t, gm_t, AtomicType::AtomicNone, ReluPreMode::NormalRelu>(gm, acc);"));
        cases.push_back(
            StoreCase("f32", to, "phase, atomic, relu",
                      "TSTORE<STPhase::Final, acc_t, gm_t, AtomicType::AtomicAdd, ReluPreMode::NormalRelu>(gm, acc);"));
    }
    // Of elements that meet in one place the last one stays.
    for (const char* stride : {"1, 1, 1, 16, 1", "1, 1, 1, 2, 3"}) {
        Case one = StoreCase("f32", "f32", std::string("with strides ") + stride, "TSTORE(gm, acc);");
        one.operands[1] = With(Global("gm", "f32", 1024, "1, 1, 1, 29, 23", stride), Finite());
        cases.push_back(one);
    }
    cases.push_back(StoreCase("s32", "s32", "plain", "TSTORE(gm, acc);"));
    cases.push_back(StoreCase("s32", "s32", "atomic", "TSTORE<acc_t, gm_t, AtomicType::AtomicAdd>(gm, acc);"));
    cases.push_back(StoreCase("s32", "s32", "relu",
                              "TSTORE<acc_t, gm_t, AtomicType::AtomicNone, ReluPreMode::NormalRelu>(gm, acc);"));
    return cases;
}

// A scale's fp32 factor, offset, sign and shift: see quantize.h.
uint64_t ScaleBits(float factor, uint64_t offset, bool is_signed, uint64_t shift) {
    uint32_t bits = 0;
    std::memcpy(&bits, &factor, sizeof(bits));
    return bits | shift << 32 | offset << 37 | uint64_t{is_signed} << 46;
}

std::string ScaleText(uint64_t scale) {
    return "uint64_t{" + std::to_string(scale) + "u}";
}

struct QuantRow {
    const char* from;
    const char* to;
    uint64_t scale;
};

std::vector<QuantRow> QuantRows() {
    return {
        {"f32", "s8", ScaleBits(0.5f, 3, true, 0)},    {"f32", "u8", ScaleBits(2.0f, 7, false, 0)},
        {"f32", "f16", ScaleBits(0.3f, 0, false, 0)},  {"f32", "bf16", ScaleBits(1e30f, 0, false, 0)},
        {"s32", "s8", ScaleBits(0.001f, 1, true, 0)},  {"s32", "u8", ScaleBits(0.01f, 0, false, 0)},
        {"s32", "f16", ScaleBits(-0.5f, 0, false, 0)}, {"s32", "s16", ScaleBits(1.0f, 0, false, 3)},
    };
}

std::vector<Case> QuantizedStores() {
    std::vector<Case> cases;
    for (const QuantRow& row : QuantRows())
        for (const char* relu : {"NoRelu", "NormalRelu"}) {
            Case one = StoreCase(row.from, row.to, std::string("scale ") + relu,
                                 std::string("TSTORE<acc_t, gm_t, AtomicType::AtomicNone, ReluPreMode::") + relu +
                                     ">(gm, acc, " + ScaleText(row.scale) + ");");
            cases.push_back(one);
        }
    return cases;
}

// One scale for each row of the accumulator, vector form: the factor has ten fraction bits.
std::vector<Case> VectorStores() {
    Values scales;
    scales.make = [](Random& random, void* elements, size_t count) {
        auto* scale = static_cast<uint64_t*>(elements);
        for (size_t i = 0; i < count; ++i) {
            const auto factor = static_cast<float>(random.Between(-2, 2));
            scale[i] = ScaleBits(factor, random.Below(9), random.Below(2) != 0, random.Below(8));
        }
    };
    std::vector<Case> cases;
    for (const QuantRow& row : QuantRows())
        for (const char* relu : {"NoRelu", "NormalRelu"}) {
            Case one = StoreCase(row.from, row.to, std::string("scales ") + relu,
                                 std::string("TSTORE_FP<acc_t, gm_t, fp_t, AtomicType::AtomicNone, ReluPreMode::") +
                                     relu + ">(gm, acc, fp);");
            one.instruction = "TSTORE_FP";
            // As many scales as the larger side: PTO-ISA reads them by column and uses them by row.
            one.operands.push_back(With(Valid(Tile("fp", "u64", 1, 32, kScaling), 1, 32), scales));
            cases.push_back(one);
        }
    return cases;
}

// Vector tiles add into memory too.
std::vector<Case> VectorTileStores() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "bf16", "s32", "s16"}) {
        Case one =
            StoreCase("f32", element, "vector tile, atomic", "TSTORE<acc_t, gm_t, AtomicType::AtomicAdd>(gm, acc);");
        one.label = std::string(element) + " vector tile, atomic";
        one.operands[0] = Tile("acc", element, 32, 32);
        cases.push_back(one);
    }
    return cases;
}

}  // namespace

std::vector<Case> StoreCases() {
    std::vector<Case> cases = PlainStores();
    Append(cases, QuantizedStores());
    Append(cases, VectorStores());
    Append(cases, VectorTileStores());
    return cases;
}

}  // namespace pto::cross
