// Copies between the memories of a core: TMOV, TEXTRACT, TINSERT, with ReLU and quantisation scales.
#include <cstring>

#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

struct MoveRow {
    const char* label;
    const char* to;
    TileForm dst;
    const char* from;
    TileForm src;
};

const MoveRow kMoves[] = {
    {"left", "f16", kLeft, "f16", kMat},
    {"left of f32", "f32", kLeft, "f32", kMat},
    {"left, columns of boxes", "f16", kLeftNz, "f16", kMat},
    {"right", "f16", kRight, "f16", kMat},
    {"right of f32", "f32", kRight, "f32", kMat},
    {"right of s8", "s8", kRight, "s8", kMat},
    {"right, from rows of boxes", "bf16", kRight, "bf16", {"Mat", Order::kZn}},
    {"accumulator to vector", "f32", kRowMajor, "f32", kAcc},
    {"accumulator to half vector", "f16", kRowMajor, "f32", kAcc},
    {"accumulator to half matrix", "f16", kMat, "f32", kAcc},
    {"integer accumulator to vector", "s32", kRowMajor, "s32", kAcc},
    {"vector", "f32", kRowMajor, "f32", kRowMajor},
    {"vector to columns", "f32", kColMajor, "f32", kRowMajor},
    {"vector to boxes", "f16", kMat, "f16", kRowMajor},
    {"bytes", "u8", kRowMajor, "u8", kColMajor},
};

constexpr int kSide = 64;

Case MoveCase(const std::string& instruction, const MoveRow& row, const std::string& label, const std::string& call) {
    Case one;
    one.instruction = instruction;
    one.label = std::string(row.label) + label;
    one.call = call;
    one.operands = {Tile("dst", row.to, kSide, kSide, row.dst), Tile("src", row.from, kSide, kSide, row.src)};
    one.runs = {{kSide, kSide}, {31, 27}};
    return one;
}

// The part is smaller than the whole: dst of TEXTRACT, src of TINSERT.
Case PartCase(const std::string& instruction, const MoveRow& row, const std::string& label, const std::string& call,
              const std::vector<std::vector<double>>& corners) {
    Case one = MoveCase(instruction, row, label, call);
    Operand& whole = one.operands[instruction.rfind("TEXTRACT", 0) == 0 ? 1 : 0];
    whole.valid = [](Extent) { return Extent{kSide, kSide}; };
    one.runs = {{32, 32}, {9, 10}, {1, 32}};
    one.scalars = corners;
    return one;
}

std::vector<Case> MovesOf(const MoveRow& row) {
    const std::string at = "uint16_t(s[0]), uint16_t(s[1])";
    const std::vector<std::vector<double>> corners = {{0, 0}, {32, 32}, {17, 5}};
    std::vector<Case> cases = {
        MoveCase("TMOV", row, "", "TMOV(dst, src);"),
        MoveCase("TMOV", row, ", relu", "TMOV<dst_t, src_t, ReluPreMode::NormalRelu>(dst, src);"),
        PartCase("TEXTRACT", row, "", "TEXTRACT(dst, src, " + at + ");", corners),
        PartCase("TEXTRACT", row, ", relu", "TEXTRACT<dst_t, src_t, ReluPreMode::NormalRelu>(dst, src, " + at + ");",
                 corners),
        PartCase("TINSERT", row, "", "TINSERT(dst, src, " + at + ");", corners),
    };
    return cases;
}

// What only an accumulator has.
std::vector<Case> AccumulatorMoves() {
    const MoveRow row = {"accumulator", "f32", kRowMajor, "f32", kAcc};
    const std::string at = "(dst, src, uint16_t(s[0]), uint16_t(s[1]));";
    const std::vector<std::vector<double>> corner = {{16, 5}};
    const char* const mode = "AccToVecMode::SingleModeVec0";
    std::vector<Case> cases = {
        MoveCase("TMOV", row, ", mode", std::string("TMOV<dst_t, src_t, ") + mode + ">(dst, src);"),
        MoveCase("TMOV", row, ", mode, relu",
                 std::string("TMOV<dst_t, src_t, ") + mode + ", ReluPreMode::NormalRelu>(dst, src);"),
        MoveCase("TMOV", row, ", phase", "TMOV<STPhase::Final, dst_t, src_t>(dst, src);"),
        MoveCase("TMOV", row, ", phase, relu",
                 "TMOV<STPhase::Final, dst_t, src_t, ReluPreMode::NormalRelu>(dst, src);"),
        PartCase("TEXTRACT", row, ", mode", std::string("TEXTRACT<dst_t, src_t, ") + mode + ">" + at, corner),
        PartCase("TEXTRACT", row, ", mode, relu",
                 std::string("TEXTRACT<dst_t, src_t, ") + mode + ", ReluPreMode::NormalRelu>" + at, corner),
        PartCase("TINSERT", {"accumulator to half matrix", "f16", kMat, "f32", kAcc}, ", relu",
                 "TINSERT<dst_t, src_t, ReluPreMode::NormalRelu>" + at, corner),
    };
    return cases;
}

Values Scales() {
    Values scales;
    scales.make = [](Random& random, void* elements, size_t count) {
        auto* scale = static_cast<uint64_t*>(elements);
        for (size_t i = 0; i < count; ++i) {
            const auto factor = static_cast<float>(random.Between(-2, 2));
            uint32_t bits = 0;
            std::memcpy(&bits, &factor, sizeof(bits));
            scale[i] = bits | uint64_t{random.Below(8)} << 32 | uint64_t{random.Below(9)} << 37 |
                       uint64_t{random.Below(2)} << 46;
        }
    };
    return scales;
}

// One scale for all (the literal) and one for each line (`fp`).
std::vector<Case> QuantizedMoves() {
    const MoveRow rows[] = {
        {"f32 to s8", "s8", kMat, "f32", kAcc},
        {"f32 to f16", "f16", kMat, "f32", kAcc},
        {"f32 to bf16", "bf16", kMat, "f32", kAcc},
        {"s32 to u8", "u8", kMat, "s32", kAcc},
        {"s32 to f16", "f16", kMat, "s32", kAcc},
        {"s32 to s16", "s16", kMat, "s32", kAcc},
        {"vector f32 to u8", "u8", kRowMajor, "f32", kRowMajor},
    };
    const std::string at = "uint16_t(s[0]), uint16_t(s[1]));";
    const std::string scale = std::to_string(uint64_t{0x3f000000} | uint64_t{3} << 37 | uint64_t{1} << 46) + "u";
    std::vector<Case> cases;
    for (const MoveRow& row : rows)
        for (const char* relu : {"NoRelu", "NormalRelu"}) {
            const std::string mode = std::string(", ReluPreMode::") + relu + ">";
            for (const char* name : {"TEXTRACT", "TINSERT"}) {
                const std::string instruction = name;
                Case one = PartCase(instruction, row, std::string(" scale ") + relu,
                                    instruction + "<dst_t, src_t" + mode + "(dst, src, uint64_t{" + scale + "}, " + at,
                                    {{16, 5}});
                Case vector =
                    PartCase(instruction + "_FP", row, std::string(" scales ") + relu,
                             instruction + "_FP<dst_t, src_t, fp_t" + mode + "(dst, src, fp, " + at, {{16, 5}});
                // PTO-ISA takes as many scales as there are columns and uses them by row: not more rows than columns.
                vector.runs = one.runs = {{32, 32}, {9, 10}, {1, 32}};
                vector.operands.push_back(With(Valid(Tile("fp", "u64", 1, 64, kScaling), 1, 64), Scales()));
                cases.push_back(one);
                cases.push_back(vector);
            }
            Case moved = MoveCase("TMOV_FP", row, std::string(" scales ") + relu,
                                  "TMOV_FP<dst_t, src_t, fp_t" + mode + "(dst, src, fp);");
            moved.operands.push_back(With(Valid(Tile("fp", "u64", 1, 64, kScaling), 1, 64), Scales()));
            cases.push_back(moved);
        }
    return cases;
}

// Copies inside one memory: upwards, downwards, to another layout, to another element type.
std::vector<Case> OverlaidMoves() {
    const MoveRow vector = {"vector", "f32", kRowMajor, "f32", kRowMajor};
    const MoveRow columns = {"vector to columns", "f32", kColMajor, "f32", kRowMajor};
    const MoveRow half = {"vector to half", "f16", kRowMajor, "f32", kRowMajor};
    const std::string at = "uint16_t(s[0]), uint16_t(s[1])";
    const std::vector<std::vector<double>> corners = {{0, 0}, {17, 5}};
    std::vector<Case> cases;
    for (const MoveRow& row : {vector, columns, half}) {
        const Case moves[] = {
            MoveCase("TMOV", row, "", "TMOV(dst, src);"),
            MoveCase("TMOV", row, ", relu", "TMOV<dst_t, src_t, ReluPreMode::NormalRelu>(dst, src);"),
            PartCase("TEXTRACT", row, "", "TEXTRACT(dst, src, " + at + ");", corners),
            PartCase("TINSERT", row, "", "TINSERT(dst, src, " + at + ");", corners),
        };
        for (Case one : moves) {
            for (Operand& operand : one.operands) operand.values = Range(-8, 8);
            cases.push_back(Overlaid(one, "src over dst", {{"src", "dst"}}));
            cases.push_back(Overlaid(one, "dst from row 1 of src on", {{"src", "dst", -4 * kSide}}));
            cases.push_back(Overlaid(one, "src from row 1 of dst on", {{"src", "dst", 4 * kSide}}));
        }
    }
    return cases;
}

}  // namespace

std::vector<Case> MoveCases() {
    std::vector<Case> cases;
    for (const MoveRow& row : kMoves) Append(cases, MovesOf(row));
    Append(cases, AccumulatorMoves());
    Append(cases, QuantizedMoves());
    Append(cases, OverlaidMoves());
    return cases;
}

}  // namespace pto::cross
