// A compiler that remembers: what was compiled once, of the same text with the same words and headers, is copied. A
// program and not a script, since a build identifies compilers that are scripts by starting them. PTO_WALK_CACHE names
// the folder. Headers of the machine and of pto-ninja are taken not to change.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/process.h"

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string Read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The text without the comments by which a walk tells its edits apart.
std::string Program(const std::string& text) {
    return std::regex_replace(text, std::regex("// (head|tail|by hand|gain) [0-9]+"), "//");
}

// Complete or not there: several compilers run at a time.
void Write(const std::string& path, const std::string& text) {
    const std::string temporary = path + "." + std::to_string(getpid());
    std::ofstream(temporary, std::ios::binary) << text;
    fs::rename(temporary, path);
}

std::string TakeAfter(Words& words, const std::string& flag) {
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == flag) return std::exchange(words[i + 1], "");
    }
    return {};
}

Words Prerequisites(const std::string& depfile) {
    Words paths;
    std::string text = depfile.substr(depfile.find(": ") + 1);
    for (char& c : text) {
        if (c == '\\' || c == '\n') c = ' ';
    }
    std::istringstream list(text);
    for (std::string path; list >> path;) {
        if (path[0] != '/') paths.push_back(path);
    }
    return paths;
}

std::string Contents(const Words& paths) {
    std::string text;
    for (const std::string& path : paths) text += path + "\n" + (fs::exists(path) ? Read(path) : "gone") + "\n";
    return pto::ContentHash(text);
}

int Compile(const Words& words) {
    pto::ProcessOptions options;
    options.arguments = words;
    options.capture_output = false;
    const pto::ProcessResult result = pto::RunProcess(options);
    return result.Ok() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Words words = {"c++"};
    words.insert(words.end(), argv + 1, argv + argc);
    const char* const cache = std::getenv("PTO_WALK_CACHE");
    Words rest = words;
    const std::string output = TakeAfter(rest, "-o");
    const std::string depfile = TakeAfter(rest, "-MF");
    const std::string target = TakeAfter(rest, "-MT");
    if (cache == nullptr || output.empty() || depfile.empty() || !fs::exists(rest.back())) return Compile(words);
    std::string key = Program(Read(rest.back()));
    for (const std::string& word : rest) key += "\n" + word;
    const std::string place = std::string(cache) + "/" + pto::ContentHash(key);
    if (fs::exists(place + ".d")) {
        const std::string known = Read(place + ".d");
        const std::string made = place + "." + Contents(Prerequisites(known)) + ".so";
        if (fs::exists(made)) {
            fs::copy_file(made, output, fs::copy_options::overwrite_existing);
            std::ofstream(depfile) << target << known;
            return 0;
        }
    }
    if (Compile(words) != 0) return 1;
    const std::string text = Read(depfile);
    const std::string known = text.substr(text.find(':'));
    Write(place + "." + Contents(Prerequisites(known)) + ".so", Read(output));
    Write(place + ".d", known);
    return 0;
}
