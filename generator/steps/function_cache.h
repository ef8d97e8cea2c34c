// The functions of .pto files, remembered by content hash: a scan does not read what has not changed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/config/directory_listing.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

class FunctionCache {
  public:
    FunctionCache(FileSystem& files, HashCache& hashes, std::string cache_file);

    PtoFunctionSource Source();
    void Save();

  private:
    std::vector<std::string> Functions(const std::string& path);

    FileSystem& files_;
    HashCache& hashes_;
    std::string cache_file_;
    std::string loaded_text_;
    std::map<std::string, std::string> known_;  // hash -> names, separated by blanks
    std::map<std::string, std::string> used_;
};

}  // namespace pto::gen
