#include "runtime/distributed/part.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "tensors/safetensors.h"

namespace pto::run {
namespace {

void Fill(Argument& argument, const std::string& name, SafetensorsFile& file, const std::string& path) {
    const auto found =
        std::find_if(file.tensors.begin(), file.tensors.end(), [&](const Tensor& t) { return t.name == name; });
    if (found == file.tensors.end()) {
        ThrowInput(path, "has no tensor '" + name + "', which this chip program reads and another one computes",
                   "name it in '__outputs__' of golden.py");
    }
    if (found->shape != argument.tensor.shape || !SameStorage(*found->dtype, *argument.tensor.dtype)) {
        ThrowInput(path, "'" + name + "' is " + TypeText(*found->dtype, found->shape) + ", expected " +
                             TypeText(*argument.dtype, argument.tensor.shape));
    }
    argument.tensor.bytes = std::move(found->bytes);
}

}  // namespace

std::string RunTheWhole(const Manifest& manifest) {
    return "run the whole program: ninja -C " + manifest.directory + " replay";
}

std::optional<StandAlone> PreparePart(const FileSystem& files, const Manifest& manifest, const Entry& entry,
                                      const std::string& expected_file, Inputs& inputs) {
    if (!entry.IsPart()) return std::nullopt;
    const Plan plan = LoadPlan(files, manifest.Resolve(entry.plan), "run 'ninja -C " + manifest.directory + " ready'");
    StandAlone alone = SelectProgram(plan, entry.program, RunTheWhole(manifest));
    if (alone.needed.empty()) return alone;
    const bool golden = expected_file.empty() && inputs.origin == InputOrigin::kGolden;
    const std::string path = golden ? manifest.Resolve(entry.golden->expected) : expected_file;
    if (path.empty()) {
        std::vector<std::string> names;
        for (const size_t index : alone.needed) names.push_back(plan.parameters[index].name);
        inputs.notes.push_back("other programs compute " + QuotedList(names) +
                               " and there is no reference: taken as before the run");
        return alone;
    }
    SafetensorsFile file = ReadSafetensors(path);
    for (const size_t index : alone.needed) {
        Argument& argument = inputs.arguments.at(index);
        Fill(argument, golden ? inputs.golden_names.at(index) : argument.name, file, path);
    }
    return alone;
}

}  // namespace pto::run
