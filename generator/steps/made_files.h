// What an edge has made that pto-replay takes as it is, by size and content: a file system that lost power may have
// kept the name and the time of a file alone, and ninja would then never make it again.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

// Beside the first of the files.
inline std::string MadeRecordOf(const std::string& output) {
    return output + ".made";
}

// The last thing that the edge does. Files that are not there were not made.
void RecordMadeFiles(FileSystem& files, const std::vector<std::string>& outputs);

// Removes those files that are not as they were recorded, so that ninja makes all of them again; all, where there is no
// record. Throws an input Error for a directory in the place of one.
void RemoveDamagedFiles(FileSystem& files, const std::vector<std::string>& outputs, HashCache& hashes);

}  // namespace pto::gen
