#include "tests/e2e/support/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/dtype.h"
#include "base/text.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/shared_data.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Parts(const std::string& name) {
    std::vector<std::string> parts;
    size_t from = 0;
    for (size_t at = name.find("__"); at != name.npos; at = name.find("__", from)) {
        parts.push_back(name.substr(from, at - from));
        from = at + 2;
    }
    parts.push_back(name.substr(from));
    return parts;
}

double Allowed(const DType& dtype, double value) {
    return dtype.form == HostForm::kFp32 ? 1e-6 * std::max(1.0, std::fabs(value)) : UlpAt(dtype, value);
}

}  // namespace

std::string RealOutputFile(const std::string& directory, const std::string& output) {
    for (const char* const root : {"/real-outputs/", "/corpus-2/real-outputs/"}) {
        std::string file = SharedRoot() + root + directory + "/" + output + ".npy";
        if (fs::exists(file)) return file;
    }
    return {};
}

void ExpectNearReal(const Tensor& actual, const Tensor& real) {
    ASSERT_EQ(actual.bytes.size(), real.bytes.size());
    const size_t step = static_cast<size_t>(actual.dtype->bits) / 8;
    double worst = 0;
    for (size_t at = 0; at < actual.bytes.size(); at += step) {
        const double mine = LoadAsDouble(*actual.dtype, actual.bytes.data() + at);
        const double theirs = LoadAsDouble(*actual.dtype, real.bytes.data() + at);
        worst = std::max(worst, std::fabs(mine - theirs) / Allowed(*actual.dtype, theirs));
    }
    EXPECT_LE(worst, 1.0) << "largest difference in units of what is allowed";
}

// "<directory>__[<program>__]<unit>__<what>".
std::vector<RecordedEdit> RecordedEdits(const std::string& directory) {
    std::vector<RecordedEdit> edits;
    for (const fs::directory_entry& entry : fs::directory_iterator(RecordedPtoasRoot() + "/recordings")) {
        const std::string name(Trim(ReadFile(entry.path() / "name")));
        const std::vector<std::string> parts = Parts(name);
        if (parts[0] != directory || parts.back() == "original" || parts.back() == "syntax_error") continue;
        const std::string below = parts.size() == 4 ? "next_levels/" + parts[1] + "/" : "";
        edits.push_back({below + "ptoas/" + parts[parts.size() - 2] + ".pto", name});
    }
    std::sort(edits.begin(), edits.end(), [](const RecordedEdit& a, const RecordedEdit& b) { return a.name < b.name; });
    return edits;
}

void TranslateOver(const std::string& directory, const std::string& original, const PyptoGeneration& generation,
                   const std::vector<FileKind>& kinds) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(original)) {
        const std::string path = fs::relative(entry.path(), original);
        const FileKind kind = KindOf(path);
        if (!entry.is_regular_file() || std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
        WriteFile(directory + "/" + path, TranslateFile(kind, ReadFile(entry.path()), generation));
    }
}

const std::vector<FileKind>& TranslatedKinds() {
    static const std::vector<FileKind> kKinds = {FileKind::kOrchestration, FileKind::kKernel, FileKind::kRaw,
                                                 FileKind::kCompiledMeta, FileKind::kDistributedMeta};
    return kKinds;
}

}  // namespace pto::test
