// The FILE arguments of diff and restore: which of the kept sources they mean.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"

namespace pto::gen {

// `kept` is sorted; so is the answer, each once. No words mean all. A word is a file or a folder, relative to the
// directory, or else relative to the working directory or absolute. Throws a usage Error for a word that names nothing
// of `kept`, with a "did you mean", or that lies outside of the directory.
std::vector<std::string> SelectFiles(const FileSystem& files, const std::string& root,
                                     const std::vector<std::string>& kept, const std::vector<std::string>& words);

}  // namespace pto::gen
