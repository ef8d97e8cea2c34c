#include "library/bind_arguments.h"

#include <cstring>
#include <string>
#include <utility>

#include "base/dtype.h"
#include "base/error.h"
#include "base/text.h"
#include "generator/config/pure_path.h"
#include "runtime/core/runnable.h"
#include "runtime/inputs/input_binding.h"
#include "upstream/sidecar_schemas.h"

namespace pto::lib {
namespace {

template <typename T>
Tensor ScalarTensor(const T& value) {
    const std::string_view bytes(reinterpret_cast<const char*>(&value), sizeof value);
    return {"", FindDType(DTypeName<T>()), {}, TensorBytes::CopyOf(bytes)};
}

Tensor CopyOf(const TensorView& view) {
    const std::string_view bytes(static_cast<const char*>(view.data()), view.bytes());
    return {"", FindDType(view.dtype()), view.shape(), TensorBytes::CopyOf(bytes)};
}

run::InputValue ValueOf(const Argument& argument) {
    return std::visit(
        [](const auto& value) -> run::InputValue {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, TensorView>) {
                return {CopyOf(value), false};
            } else {
                return {ScalarTensor(value), true};
            }
        },
        argument.value());
}

void CheckCount(const ProgramImpl& program, size_t count) {
    if (count == program.params.size()) return;
    std::vector<std::string> names;
    for (const Param& param : program.params) names.push_back(param.name);
    ThrowInput(gen::ShownPath(program.directory, ""),
               Count(count, "argument") + (count == 1 ? " is" : " are") + " given, the program takes " +
                   std::to_string(names.size()) + (names.empty() ? "" : " (" + QuotedList(names) + ")"),
               "give one for each parameter, in their order");
}

void CheckWritable(const ProgramImpl& program, size_t position, const Argument& argument) {
    const TensorView* view = std::get_if<TensorView>(&argument.value());
    if (view == nullptr || !view->read_only() || program.params[position].direction == Direction::kIn) return;
    ThrowInput(gen::ShownPath(program.directory, ""),
               "argument " + std::to_string(position + 1) + " is read-only, and the program writes parameter '" +
                   program.params[position].name + "'",
               "give memory that is not const");
}

}  // namespace

std::vector<run::Argument> BindArguments(const ProgramImpl& program, const std::vector<Argument>& arguments) {
    CheckCount(program, arguments.size());
    const std::string sidecar(program.distributed ? kDistributedMeta : kCompiledMeta);
    run::RequireUsableTypes(program.run_params, gen::ShownPath(program.directory, sidecar));
    const run::InputSource source{gen::ShownPath(program.directory, ""), "the call gives", "in the call"};
    std::vector<run::Argument> bound;
    for (size_t i = 0; i < arguments.size(); ++i) {
        CheckWritable(program, i, arguments[i]);
        run::InputValue value = ValueOf(arguments[i]);
        value.tensor.name = program.params[i].name;
        bound.push_back(run::BindValue(program.run_params[i], std::move(value), i, source));
    }
    return bound;
}

void StoreOutputs(const std::vector<run::Argument>& results, const std::vector<Argument>& arguments) {
    for (size_t i = 0; i < results.size(); ++i) {
        const TensorBytes& bytes = results[i].tensor.bytes;
        if (results[i].is_scalar || !run::IsOutput(results[i].direction) || bytes.empty()) continue;
        std::memcpy(std::get<TensorView>(arguments[i].value()).data(), bytes.data(), bytes.size());
    }
}

}  // namespace pto::lib
