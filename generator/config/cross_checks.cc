#include "generator/config/cross_checks.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "generator/python/python_source.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

bool IsForProgramMode(const CompiledMeta& meta) {
    return meta.modes.empty() || std::find(meta.modes.begin(), meta.modes.end(), kProgramMode) != meta.modes.end();
}

void NoteMode(const CompiledMeta& meta, const std::vector<const Program*>& programs, std::vector<Note>& notes) {
    if (IsForProgramMode(meta)) return;
    const auto other = std::find_if(programs.begin(), programs.end(), [](const Program* program) {
        return program->config.orchestration->function_name != kOrchestrationFunction;
    });
    std::string text = "supported_execution_modes has " + QuotedList(meta.modes) + " without 'program': ";
    if (other == programs.end()) {
        text += "run as a program all the same, which PyPTO does not do";
    } else {
        text += "the program is built, and cannot be run: its function is " +
                Quoted((*other)->config.orchestration->function_name) + ", not '" +
                std::string(kOrchestrationFunction) + "'";
    }
    notes.push_back({meta.file, 0, text});
}

}  // namespace

void CheckSignature(const Folder& folder, const Program& program) {
    const OrchestrationEntry& entry = *program.config.orchestration;
    if (!program.meta || entry.signature.empty()) return;
    const std::vector<Param>& params = program.meta->params;
    const auto tensors = static_cast<size_t>(
        std::count_if(params.begin(), params.end(), [](const Param& param) { return param.shape.has_value(); }));
    if (entry.signature.size() == params.size() || entry.signature.size() == tensors) return;
    std::string expected = std::to_string(params.size()) + " as the parameters of '" + program.meta->file + "'";
    if (tensors != params.size()) expected += ", or " + std::to_string(tensors) + " as its tensors";
    throw Error(ErrorKind::kInput, Place{folder.Shown(program.config.file), entry.line, 0, {}},
                "ORCHESTRATION: 'signature' has " + Count(entry.signature.size(), "entry", "entries") + ", expected " +
                    expected,
                std::string("correct the file that is wrong, or ") + kRecompile);
}

void NoteOtherModes(BuildDirectory& build) {
    std::vector<const Program*> all;
    for (const Program& program : build.programs) {
        all.push_back(&program);
        if (program.meta) NoteMode(*program.meta, {&program}, build.notes);
    }
    if (build.distributed) NoteMode(build.distributed->common, all, build.notes);
}

void NoteOtherPlatforms(BuildDirectory& build) {
    const CompiledMeta* first = build.distributed ? &build.distributed->common : nullptr;
    for (const Program& program : build.programs) {
        if (!program.meta || program.meta->platform.empty()) continue;
        if (first == nullptr) first = &*program.meta;
        if (program.meta->platform == first->platform) continue;
        build.notes.push_back({program.meta->file, 0,
                               "platform is " + Quoted(program.meta->platform) + ", and " + Quoted(first->platform) +
                                   " in '" + first->file +
                                   "', which all programs are built for; --platform chooses another one"});
    }
}

}  // namespace pto::gen
