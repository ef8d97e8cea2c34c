#include "runtime/core/changed_inputs.h"

#include <cstring>

#include "base/text.h"

namespace pto::run {

void ChangedInputs::Look(const std::vector<Argument>& arguments,
                         const std::function<const uint8_t*(size_t argument)>& content) {
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Argument& argument = arguments[i];
        const TensorBytes& bytes = argument.tensor.bytes;
        if (argument.is_scalar || IsOutput(argument.direction) || bytes.empty() || found_.contains(i)) continue;
        const uint8_t* now = content(i);
        if (now != nullptr && std::memcmp(now, bytes.data(), bytes.size()) != 0) found_.insert(i);
    }
}

bool ChangedInputs::NeedsCopy(const std::vector<Argument>& arguments, size_t argument) const {
    return IsOutput(arguments[argument].direction) || found_.contains(argument);
}

std::string ChangedInputsNote(const std::vector<Argument>& arguments, const std::vector<size_t>& changed) {
    std::vector<std::string> names;
    for (const size_t index : changed) names.push_back(arguments[index].name);
    const bool one = names.size() == 1;
    return "the program writes to " + QuotedList(names) + ", which " + (one ? "is an input" : "are inputs") +
           ": declare " + (one ? "it" : "them") +
           " InOut, or write elsewhere; a device may give other results, and each round here starts with the first "
           "content";
}

}  // namespace pto::run
