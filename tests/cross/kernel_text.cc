#include "tests/cross/kernel_text.h"

#include <algorithm>
#include <map>

namespace pto::cross {
namespace {

constexpr char kPrelude[] = R"(#include <cstdint>
#include <pto/pto-inst.hpp>
#include <pto/comm/pto_comm_inst.hpp>
using namespace pto;
namespace {
template <typename T>
inline void Put(T& tile, const void* from) {
    __builtin_memcpy(tile.data(), from, T::Numel * sizeof(typename T::DType));
}
template <typename T>
inline void Take(T& tile, void* to) {
    __builtin_memcpy(to, tile.data(), T::Numel * sizeof(typename T::DType));
}
}  // namespace
)";

size_t BytesOf(const Operand& operand) {
    return operand.elements * FindElement(operand.element).bytes;
}

// Tiles lie one after another, but those that lie over another one. The simulator has vector, bias and scaling tiles in
// one memory, whose start is left to the last two.
class Places {
  public:
    explicit Places(const std::vector<Operand>& operands) {
        for (const Operand& operand : operands) {
            if (operand.memory.empty() || !operand.over.empty()) continue;
            const bool narrow = operand.memory == "Bias" || operand.memory == "Scaling";
            size_t& at =
                next_.try_emplace(narrow ? "Bias" : operand.memory, operand.memory == "Vec" ? 4096 : 0).first->second;
            places_[operand.name] = at;
            size_t bytes = BytesOf(operand);
            for (const Operand& other : operands)
                if (other.over == operand.name) bytes = std::max(bytes, other.shift + BytesOf(other));
            at += (bytes + 63) / 64 * 64;
        }
    }

    std::string Of(const Operand& operand) const {
        return std::to_string(places_.at(operand.over.empty() ? operand.name : operand.over) + operand.shift);
    }

  private:
    std::map<std::string, size_t> next_, places_;
};

std::string ValidArguments(size_t operand) {
    return "valid[" + std::to_string(2 * operand + 2) + "], valid[" + std::to_string(2 * operand + 3) + "]";
}

std::string Declaration(const Operand& operand, size_t index, const Places& places) {
    const std::string type = operand.name + "_t", data = "data[" + std::to_string(index) + "]";
    std::string text = "    using " + type + " = " + operand.type + ";\n";
    if (operand.memory.empty()) {
        const std::string address = std::string("static_cast<") + FindElement(operand.element).cpp + "*>(" + data + ")";
        return text + "    " + type + " " + operand.name + "(" + address +
               (operand.arguments.empty() ? "" : ", " + operand.arguments) + ");\n";
    }
    text += "    " + type + " " + operand.name + (operand.fixed ? "" : "(" + ValidArguments(index) + ")") + ";\n";
    return text + "    TASSIGN(" + operand.name + ", uint64_t{" + places.Of(operand) + "});\n";
}

std::string FunctionText(const Case& one, size_t index) {
    std::string text = "// " + one.instruction + " " + one.label + "\nextern \"C\" void cross_case_" +
                       std::to_string(index) +
                       "(void* const* data, const unsigned* valid, const double* s) {\n"
                       "    const unsigned rows = valid[0], cols = valid[1];\n"
                       "    (void)rows, (void)cols, (void)s;\n";
    if (!one.element.empty()) text += std::string("    using T = ") + FindElement(one.element).cpp + ";\n";
    const Places places(one.operands);
    for (size_t i = 0; i < one.operands.size(); ++i) text += Declaration(one.operands[i], i, places);
    for (const bool over : {false, true})
        for (size_t i = 0; i < one.operands.size(); ++i)
            if (!one.operands[i].memory.empty() && one.operands[i].over.empty() != over)
                text += "    Put(" + one.operands[i].name + ", data[" + std::to_string(i) + "]);\n";
    text += "    " + one.call + "\n";
    for (size_t i = 0; i < one.operands.size(); ++i)
        if (!one.operands[i].memory.empty())
            text += "    Take(" + one.operands[i].name + ", data[" + std::to_string(i) + "]);\n";
    return text + "}\n";
}

}  // namespace

std::string KernelText(const std::vector<Case>& cases) {
    std::string text = kPrelude;
    for (size_t i = 0; i < cases.size(); ++i) text += FunctionText(cases[i], i);
    return text;
}

}  // namespace pto::cross
