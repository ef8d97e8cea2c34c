#include "tests/support/translator/directory.h"

#include <filesystem>

#include "tests/support/translator/sidecars.h"
#include "tests/support/translator/sources.h"

namespace pto::test {

FileKind KindOf(std::string_view path) {
    const std::filesystem::path file(path);
    if (file.filename() == "compiled_meta.json") return FileKind::kCompiledMeta;
    if (file.filename() == "distributed_meta.json") return FileKind::kDistributedMeta;
    if (file.extension() != ".cpp") return FileKind::kOther;
    const std::filesystem::path folder = file.parent_path();
    if (folder.filename() == "orchestration") return FileKind::kOrchestration;
    if (folder.filename() == "ptoas") return FileKind::kRaw;
    if (folder.parent_path().filename() == "kernels") return FileKind::kKernel;
    return FileKind::kOther;
}

std::string TranslateFile(FileKind kind, std::string_view text, const PyptoGeneration& generation) {
    switch (kind) {
        case FileKind::kOrchestration:
            return TranslateOrchestration(text, generation);
        case FileKind::kKernel:
            return TranslateKernel(text, generation);
        case FileKind::kRaw:
            return TranslateRaw(text, generation);
        case FileKind::kCompiledMeta:
            return TranslateCompiledMeta(text, generation);
        case FileKind::kDistributedMeta:
            return TranslateDistributedMeta(text, generation);
        case FileKind::kOther:
            break;
    }
    return std::string(text);
}

}  // namespace pto::test
