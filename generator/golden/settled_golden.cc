#include "generator/golden/settled_golden.h"

#include "base/error.h"
#include "generator/steps/depfile.h"
#include "generator/steps/made_files.h"
#include "generator/steps/settled_run.h"

namespace pto::gen {

void RunSettledGolden(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
                      FileSystem& files, const std::function<void(const std::string&)>& note) {
    using Paths = std::vector<std::string>;
    std::vector<std::string> notes;
    bool written = false;
    const auto run = [&] {
        notes.clear();  // those of a run that does not count
        written = false;
        RunGolden(options, find_interpreters, files, [&](const std::string& text) { notes.push_back(text); });
        written = true;
        return options.depfile.empty() ? Paths() : ParseDepfile(files.Read(options.depfile));
    };
    try {
        RunSettled<Paths>(files, options.source, run, [](const Paths& reads) { return reads; });
    } catch (const Error&) {
        for (const std::string& text : notes) note(text);
        if (written) {
            files.Remove(options.inputs);
            files.Remove(options.expected);
        }
        throw;
    }
    for (const std::string& text : notes) note(text);
    RecordMadeFiles(files, {options.inputs, options.expected});
}

}  // namespace pto::gen
