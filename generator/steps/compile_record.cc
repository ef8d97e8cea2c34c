#include "generator/steps/compile_record.h"

#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kHashDigits = 32;

bool IsBelow(std::string_view path, std::string_view directory) {
    return path.size() > directory.size() && path.substr(0, directory.size()) == directory &&
           path[directory.size()] == '/';
}

}  // namespace

std::string CompileRecordText(const CompileRecord& record) {
    std::string text;
    for (const RecordedInput& input : record.inputs) text += input.hash + " " + input.path + "\n";
    return text;
}

CompileRecord ParseCompileRecord(std::string_view text) {
    CompileRecord record;
    for (const std::string_view line : Lines(text)) {
        if (line.size() < kHashDigits + 2 || line[kHashDigits] != ' ') return {};
        record.inputs.push_back({std::string(line.substr(0, kHashDigits)), std::string(line.substr(kHashDigits + 1))});
    }
    return record;
}

bool IsToolchainHeader(const std::string& path, const std::vector<std::string>& trees) {
    for (const std::string& tree : trees) {
        if (IsBelow(path, tree)) return true;
    }
    return IsBelow(path, "/usr");
}

}  // namespace pto::gen
