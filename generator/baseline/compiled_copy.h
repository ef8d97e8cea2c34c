// The code as compiled beside the edited one, for a comparison: a second directory below .pto-ninja, and which of its
// binaries are others than those of the directory itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "contract/layout.h"
#include "generator/baseline/baseline.h"
#include "generator/graph/objects.h"

namespace pto::gen {

// Whether a kept source is part of what is compiled: not the .pto units, which would be assembled again, nor the golden
// reference, which is the edited directory's. Pure.
bool IsPartOfCopy(const std::string& path);

// Writes the kept sources below kCompiledCopy, those that are there with the same text left alone. In the current
// directory.
void WriteCompiledCopy(FileSystem& files, const Baseline& baseline);

// Contents by path: of a source as compiled; nothing when it is none.
using CompiledHash = std::function<std::optional<std::string>(const std::string& path)>;
// The text of a file of the edited directory; nothing when it is not there.
using RecordText = std::function<std::optional<std::string>(const std::string& path)>;

// Paths of the objects in `copy` that were made from something else than the object of the same path in the directory,
// whose compile records `record` gives; also those that the directory does not have. Pure.
std::vector<std::string> DifferingObjects(const std::vector<Object>& copy, const CompiledHash& compiled,
                                          const RecordText& record);

}  // namespace pto::gen
