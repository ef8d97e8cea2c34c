#include "generator/commands/recorded_options.h"

#include <vector>

#include "base/text.h"
#include "generator/graph/layout.h"
#include "generator/options/option_table.h"

namespace pto::gen {

GenerateOptions RecordedOptions(const FileSystem& files, const std::string& directory) {
    GenerateOptions options;
    const std::string file = directory + "/" + kOptionsFile;
    if (!IsFile(files, file)) return options;
    std::vector<std::string> words;
    const std::string text = files.Read(file);
    for (const std::string_view word : Lines(text)) {
        if (!word.empty()) words.emplace_back(word);
    }
    CommandLine line(file, "");
    AddGenerateOptions(line, options);
    line.Parse(words);
    return options;
}

GenerateOptions OverRecorded(const FileSystem& files, const std::string& directory, const CommandLine& line,
                             const GenerateOptions& given) {
    return Merge(RecordedOptions(files, directory), given, line.Given());
}

}  // namespace pto::gen
