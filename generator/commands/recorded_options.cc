#include "generator/commands/recorded_options.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/options/option_table.h"

namespace pto::gen {

GenerateOptions RecordedOptions(const FileSystem& files, const std::string& directory) {
    GenerateOptions options;
    const std::string file = directory + "/" + kOptionsFile;
    if (!IsFile(files, file)) return options;
    std::vector<std::string> words;
    const std::string text = files.Read(file);
    for (const std::string_view word : ExactLines(text)) {
        if (!word.empty()) words.emplace_back(word);
    }
    const auto refuse = [&file](const std::string& found) {
        ThrowInput(file, found + ", expected flags of pto-ninja, a word a line",
                   "delete it, and generate again with the flags that are wanted");
    };
    const auto is_help = [](const std::string& word) { return word == "-h" || word == "--help"; };
    if (std::any_of(words.begin(), words.end(), is_help)) refuse("found --help");
    CommandLine line("pto-ninja", "");
    AddGenerateOptions(line, options);
    try {
        line.Parse(words);
    } catch (const Error& error) {
        refuse(error.message());
    }
    return options;
}

GenerateOptions OverRecorded(const FileSystem& files, const std::string& directory, const CommandLine& line,
                             const GenerateOptions& given) {
    return Merge(RecordedOptions(files, directory), given, line.Given());
}

}  // namespace pto::gen
