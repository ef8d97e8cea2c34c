#include "generator/graph/entries.h"

#include "contract/layout.h"

namespace pto::gen {

std::string Entry::GoldenDir() const {
    return std::string(kPrivateDir) + "/" + Below(directory, "golden");
}

std::string Entry::RunPyDir() const {
    return std::string(kPrivateDir) + "/" + Below(directory, "run_py");
}

std::string Entry::InputsFile() const {
    if (has_golden) return GoldenDir() + "/inputs.safetensors";
    return run_py.makes_inputs ? RunPyDir() + "/inputs.safetensors" : "";
}

std::vector<Entry> PlanEntries(const BuildDirectory& directory) {
    std::vector<Entry> entries;
    if (directory.kind == Kind::kL3) {
        Entry whole;
        whole.has_golden = directory.has_golden;
        whole.run_py = directory.run_py;
        whole.params = &directory.distributed->common.params;
        whole.modes = directory.distributed->common.modes;
        whole.planned = true;
        entries.push_back(whole);
        for (size_t i = 0; i < directory.programs.size(); ++i) {
            entries.push_back(whole);
            entries.back().name = directory.programs[i].name;
            entries.back().program = static_cast<int>(i);
        }
        return entries;
    }
    for (size_t i = 0; i < directory.programs.size(); ++i) {
        const Program& program = directory.programs[i];
        Entry entry;
        entry.program = static_cast<int>(i);
        entry.directory = program.directory;
        entry.name = directory.kind == Kind::kMulti ? program.name : "";
        entry.has_golden = program.has_golden;
        entry.run_py = program.run_py;
        entry.params = program.meta ? &program.meta->params : nullptr;
        if (program.meta) entry.modes = program.meta->modes;
        entries.push_back(entry);
    }
    return entries;
}

}  // namespace pto::gen
