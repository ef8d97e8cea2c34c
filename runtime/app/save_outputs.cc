#include "runtime/app/save_outputs.h"

#include "base/error.h"
#include "base/text.h"
#include "tensors/npy.h"
#include "tensors/safetensors.h"

namespace pto::run {

void WriteOutputs(FileSystem& files, const std::string& path, const std::vector<Argument>& arguments) {
    std::vector<Tensor> outputs;
    std::vector<std::string> names;
    for (const Argument& argument : arguments) {
        if (argument.is_scalar || !IsOutput(argument.direction)) continue;
        outputs.push_back(argument.tensor);
        names.push_back(argument.name);
    }
    if (!path.ends_with(".npy")) {
        files.WriteThroughLink(path, SafetensorsBytes(outputs, {}));
        return;
    }
    if (outputs.size() != 1) {
        ThrowInput(path,
                   "a .npy file holds one tensor, the program has " + Count(outputs.size(), "output") +
                       (names.empty() ? "" : " (" + QuotedList(names) + ")"),
                   "choose a name that ends in .safetensors");
    }
    files.WriteThroughLink(path, NpyBytes(outputs.front()));
}

}  // namespace pto::run
