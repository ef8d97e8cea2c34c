#include "tests/cross/operands.h"

#include <iterator>
#include <stdexcept>
#include <utility>

#include "base/text.h"

namespace pto::cross {
namespace {

struct OrderNames {
    Order order;
    const char* outer;
    const char* inner;
};
const OrderNames kOrders[] = {
    {Order::kRows, "BLayout::RowMajor", "SLayout::NoneBox"}, {Order::kCols, "BLayout::ColMajor", "SLayout::NoneBox"},
    {Order::kNz, "BLayout::ColMajor", "SLayout::RowMajor"},  {Order::kZn, "BLayout::RowMajor", "SLayout::ColMajor"},
    {Order::kZz, "BLayout::RowMajor", "SLayout::RowMajor"},  {Order::kNn, "BLayout::ColMajor", "SLayout::ColMajor"},
};

// The valid shape stands between these two in the type.
constexpr char kValidBegin[] = "/*valid*/";

std::string TileType(const std::string& element, int rows, int cols, const TileForm& form) {
    const OrderNames* names = kOrders;
    while (names->order != form.order) ++names;
    return std::string("Tile<TileType::") + form.memory + ", " + FindElement(element).cpp + ", " +
           std::to_string(rows) + ", " + std::to_string(cols) + ", " + names->outer + ", " + kValidBegin + "-1, -1" +
           ", " + names->inner + ", " + std::to_string(form.fractal) + ", " + form.pad + ">";
}

Operand& FindOperand(Case& one, const std::string& name) {
    for (Operand& operand : one.operands)
        if (operand.name == name) return operand;
    throw std::out_of_range(one.instruction + " " + one.label + " has no operand '" + name + "'");
}

}  // namespace

Operand Tile(const std::string& name, const std::string& element, int rows, int cols, const TileForm& form) {
    Operand operand;
    operand.name = name;
    operand.element = element;
    operand.type = TileType(element, rows, cols, form);
    operand.memory = form.memory;
    operand.elements = static_cast<size_t>(rows) * static_cast<size_t>(cols);
    return operand;
}

Operand Global(const std::string& name, const std::string& element, size_t elements, const std::string& shape,
               const std::string& stride, const std::string& layout, const std::string& arguments) {
    Operand operand;
    operand.name = name;
    operand.element = element;
    operand.type = std::string("GlobalTensor<") + FindElement(element).cpp + ", pto::Shape<" + shape +
                   ">, pto::Stride<" + stride + ">, Layout::" + layout + ">";
    operand.arguments = arguments;
    operand.elements = elements;
    return operand;
}

Operand With(Operand operand, const Values& values) {
    operand.values = values;
    return operand;
}

Operand Scratch(Operand operand) {
    operand.compared = false;
    return operand;
}

Operand Fixed(Operand operand, unsigned rows, unsigned cols) {
    const std::string dynamic = std::string(kValidBegin) + "-1, -1";
    operand.type.replace(operand.type.find(dynamic), dynamic.size(),
                         std::to_string(rows) + ", " + std::to_string(cols));
    operand.fixed = true;
    return operand;
}

Operand Valid(Operand operand, unsigned rows, unsigned cols) {
    operand.valid = [rows, cols](Extent) { return Extent{rows, cols}; };
    return operand;
}

Operand OneColumn(Operand operand) {
    operand.valid = [](Extent run) { return Extent{run.rows, 1}; };
    return operand;
}

Operand OneRow(Operand operand) {
    operand.valid = [](Extent run) { return Extent{1, run.cols}; };
    return operand;
}

Operand Turned(Operand operand) {
    operand.valid = [](Extent run) { return Extent{run.cols, run.rows}; };
    return operand;
}

Case Overlaid(Case one, const std::string& label, std::initializer_list<Overlay> overlays) {
    one.label += ", " + label;
    for (const Overlay& overlay : overlays) {
        const bool before = overlay.shift < 0;
        Operand& moved = FindOperand(one, before ? overlay.base : overlay.operand);
        moved.over = before ? overlay.operand : overlay.base;
        moved.shift = static_cast<size_t>(before ? -overlay.shift : overlay.shift);
        // Elements seen as those of another type may be NaN, whose bits are free where they were computed.
        if (FindOperand(one, overlay.operand).element != FindOperand(one, overlay.base).element)
            FindOperand(one, overlay.operand).compared = false;
    }
    return one;
}

std::vector<std::string> Names(const std::string& list) {
    std::vector<std::string> names;
    for (const std::string_view name : Split(list, ' ')) names.emplace_back(name);
    return names;
}

void Append(std::vector<Case>& cases, std::vector<Case> more) {
    cases.insert(cases.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace pto::cross
