// What can be replayed in a directory: the program itself, the distributed plan and each chip program of it, or each
// orchestration of several.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::gen {

struct Entry {
    std::string name;       // "" for the only one; the orchestration's name otherwise
    std::string directory;  // "" or "next_levels/<name>"
    int program = -1;       // index into BuildDirectory::programs; -1: the whole of a distributed plan
    bool has_golden = false;
    RunPyEdits run_py;                           // none beside a golden.py
    const std::vector<Param>* params = nullptr;  // none without a sidecar; lives as long as the directory record

    std::vector<std::string> modes;  // of the sidecar that has the parameters
    bool planned = false;            // run by the plan of a host orchestration

    // One chip program of a plan: has the parameters and the golden of the whole, and runs only when asked for.
    bool IsPart() const { return planned && program >= 0; }
    // Private directory of this entry's golden tensors.
    std::string GoldenDir() const;
    // The same of what an edited debug/run.py makes.
    std::string RunPyDir() const;
    // The tensors that a run starts with, .safetensors; empty where they are made up.
    std::string InputsFile() const;
    // "replay" or "<name>/replay".
    std::string Target(const std::string& verb) const { return name.empty() ? verb : name + "/" + verb; }
};

std::vector<Entry> PlanEntries(const BuildDirectory& directory);

}  // namespace pto::gen
