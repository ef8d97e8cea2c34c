// How the tables of cases spell tiles and tensors.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "tests/cross/case.h"

namespace pto::cross {

// Order of the elements. kNz and so on: boxes, outer order then inner order, as in tile_layout.h.
enum class Order { kRows, kCols, kNz, kZn, kZz, kNn };

struct TileForm {
    const char* memory = "Vec";
    Order order = Order::kRows;
    int fractal = 512;  // bytes of a box
    const char* pad = "PadValue::Null";
};

inline const TileForm kRowMajor;
inline const TileForm kColMajor = {"Vec", Order::kCols};
inline const TileForm kBoxed = {"Vec", Order::kNz};
inline const TileForm kMat = {"Mat", Order::kNz};
inline const TileForm kLeft = {"Left", Order::kZz};
inline const TileForm kLeftNz = {"Left", Order::kNz};
inline const TileForm kRight = {"Right", Order::kZn};
inline const TileForm kAcc = {"Acc", Order::kNz, 1024};
inline const TileForm kBias = {"Bias", Order::kRows};
inline const TileForm kScaling = {"Scaling", Order::kRows};

// The valid shape is that of the run unless changed by one of the functions below.
Operand Tile(const std::string& name, const std::string& element, int rows, int cols, const TileForm& form = {});

// Dense `shape` and `stride`: five numbers as C++ text; -1 there is a value of `arguments`.
Operand Global(const std::string& name, const std::string& element, size_t elements, const std::string& shape,
               const std::string& stride, const std::string& layout = "ND", const std::string& arguments = {});

Operand With(Operand operand, const Values& values);
Operand Scratch(Operand operand);
// A valid shape that is part of the type.
Operand Fixed(Operand operand, unsigned rows, unsigned cols);
Operand Valid(Operand operand, unsigned rows, unsigned cols);
Operand OneColumn(Operand operand);  // of as many rows as the run has
Operand OneRow(Operand operand);
Operand Turned(Operand operand);

// One operand over another. A shift that moves `operand` before the start of `base` moves `base` instead.
struct Overlay {
    const char* operand;
    const char* base;
    int shift = 0;  // bytes
};
// The same case with operands that share memory; `label` says how. An operand of another element type than that which
// it lies over is not compared.
Case Overlaid(Case one, const std::string& label, std::initializer_list<Overlay> overlays);

// "f32 f16" -> {"f32", "f16"}
std::vector<std::string> Names(const std::string& list);

// Appends `more`.
void Append(std::vector<Case>& cases, std::vector<Case> more);

}  // namespace pto::cross
