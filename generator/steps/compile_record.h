// Which contents an object was made from: written after a successful compile, compared by every scan. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

struct RecordedInput {
    std::string hash;
    std::string path;
};

struct CompileRecord {
    std::vector<RecordedInput> inputs;  // the source first
};

std::string CompileRecordText(const CompileRecord& record);
// An unreadable record counts as none: the object is compiled again.
CompileRecord ParseCompileRecord(std::string_view text);

// Headers whose changes Ninja's own times and the identities of the toolchain cover: below /usr or one of `trees`.
bool IsToolchainHeader(const std::string& path, const std::vector<std::string>& trees);

}  // namespace pto::gen
