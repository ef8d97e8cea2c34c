// What the reference data know about their directories: outputs of the real simulator, edits recorded with the real
// ptoas, and the directories as another generation of PyPTO writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensors/tensor.h"
#include "tests/support/translator/directory.h"
#include "tests/support/translator/generation.h"

namespace pto::test {

// The real simulator's `output` of a reference directory; empty when it was not recorded.
std::string RealOutputFile(const std::string& directory, const std::string& output);

// fp32: 1e-6 relative (to one, below one); fp16 and bf16: one unit in the last place.
void ExpectNearReal(const Tensor& actual, const Tensor& real);

struct RecordedEdit {
    std::string pto;   // path in the directory
    std::string name;  // of the recording, as RecordedPto takes it
};

// Every edit that was recorded for a directory, sorted; syntax errors and originals are none.
std::vector<RecordedEdit> RecordedEdits(const std::string& directory);

// Rewrites the files of these kinds in place, the times of the others stay: what a compile over an older directory
// leaves. `original` is where the untranslated texts are read, below it the same paths.
void TranslateOver(const std::string& directory, const std::string& original, const PyptoGeneration& generation,
                   const std::vector<FileKind>& kinds);

// All kinds that a translation changes.
const std::vector<FileKind>& TranslatedKinds();

}  // namespace pto::test
