#include "generator/steps/compile_record.h"

#include <charconv>

#include "base/hash.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kHashDigits = 32;
// None of them is as long as a hash: the others are inputs.
constexpr std::string_view kMade = "made ";
constexpr std::string_view kAbsent = "absent ";
constexpr std::string_view kNoFile = "no-file ";
constexpr std::string_view kTool = "tool ";
constexpr std::string_view kFlags = "flags ";
constexpr std::string_view kEnd = "end ";

template <typename T>
bool TakeNumber(std::string_view text, T& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size();
}

std::optional<MadeObject> ParseMade(std::string_view text) {
    const std::vector<std::string_view> words = Split(text, ' ');
    MadeObject made;
    if (words.size() != 5 || !TakeNumber(words[0], made.size) || !TakeNumber(words[1], made.mtime_ns) ||
        !TakeNumber(words[2], made.ctime_ns) || !TakeNumber(words[3], made.inode)) {
        return std::nullopt;
    }
    made.hash = words[4];
    return made;
}

AbsentNames ParseAbsent(std::string_view text) {
    const std::vector<std::string_view> words = Split(text, '\t');
    return {std::string(words[0]), {words.begin() + 1, words.end()}};
}

// "HASH PATH".
bool AddInput(std::string_view text, std::vector<RecordedInput>& inputs) {
    if (text.size() < kHashDigits + 2 || text[kHashDigits] != ' ') return false;
    inputs.push_back({std::string(text.substr(0, kHashDigits)), std::string(text.substr(kHashDigits + 1))});
    return true;
}

// False for a line that is none of a record.
bool AddLine(std::string_view line, CompileRecord& record) {
    if (line.starts_with(kMade)) {
        record.made = ParseMade(line.substr(kMade.size()));
        return record.made.has_value();
    }
    if (line.starts_with(kAbsent)) {
        record.absent.push_back(ParseAbsent(line.substr(kAbsent.size())));
    } else if (line.starts_with(kNoFile)) {
        record.no_files.emplace_back(line.substr(kNoFile.size()));
    } else if (line.starts_with(kTool)) {
        return AddInput(line.substr(kTool.size()), record.tools);
    } else if (line.starts_with(kFlags)) {
        record.flags = line.substr(kFlags.size());
    } else {
        return AddInput(line, record.inputs);
    }
    return true;
}

}  // namespace

bool MadeObject::IsUntouched(const FileInfo& now) const {
    return size == now.size && mtime_ns == now.mtime_ns && ctime_ns == now.ctime_ns && inode == now.inode;
}

MadeObject MadeObjectOf(const FileInfo& info, const std::string& hash) {
    return {info.size, info.mtime_ns, info.ctime_ns, info.inode, hash};
}

std::string CompileRecordText(const CompileRecord& record) {
    std::string text;
    for (const RecordedInput& input : record.inputs) text += input.hash + " " + input.path + "\n";
    for (const RecordedInput& tool : record.tools) text += std::string(kTool) + tool.hash + " " + tool.path + "\n";
    if (!record.flags.empty()) text += std::string(kFlags) + record.flags + "\n";
    for (const AbsentNames& absent : record.absent) {
        text += std::string(kAbsent) + absent.directory;
        for (const std::string& name : absent.names) text += "\t" + name;
        text += "\n";
    }
    for (const std::string& path : record.no_files) text += std::string(kNoFile) + path + "\n";
    if (record.made) {
        const MadeObject& made = *record.made;
        text += std::string(kMade) + std::to_string(made.size) + " " + std::to_string(made.mtime_ns) + " " +
                std::to_string(made.ctime_ns) + " " + std::to_string(made.inode) + " " + made.hash + "\n";
    }
    return text + std::string(kEnd) + ContentHash(text) + "\n";
}

CompileRecord ParseCompileRecord(std::string_view text) {
    const size_t end = kEnd.size() + kHashDigits + 1;
    if (text.size() < end) return {};
    const std::string_view body = text.substr(0, text.size() - end);
    if (text.substr(body.size()) != std::string(kEnd) + ContentHash(body) + "\n") return {};
    CompileRecord record;
    for (const std::string_view line : ExactLines(body)) {
        if (!AddLine(line, record)) return {};
    }
    return record;
}

bool IsBelow(std::string_view path, std::string_view directory) {
    return path.size() > directory.size() && path.substr(0, directory.size()) == directory &&
           path[directory.size()] == '/';
}

bool IsToolchainHeader(const std::string& path, const std::vector<std::string>& trees) {
    for (const std::string& tree : trees) {
        if (IsBelow(path, tree)) return true;
    }
    return IsBelow(path, "/usr");
}

}  // namespace pto::gen
