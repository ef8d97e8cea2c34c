// A compiler for synthetic directories: it compiles their first kernel and copies the result for the others, which
// differ in nothing but their names. 400 kernels take seconds that way, each with a dependency file of its own. A
// program and not a script, since a build identifies compilers that are scripts by starting them. PTO_PERF_MADE names
// the place of the first result.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string After(const std::vector<std::string>& words, const std::string& flag) {
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == flag) return words[i + 1];
    }
    return {};
}

[[noreturn]] void Become(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    execvp(pointers[0], pointers.data());
    _exit(127);
}

void Replace(std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

std::string Read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The dependency file of the first kernel, with the names of this one.
void CopyResult(const std::string& made, const std::vector<std::string>& words) {
    fs::copy_file(made + ".so", After(words, "-o"), fs::copy_options::overwrite_existing);
    std::string dependencies = Read(made + ".d");
    Replace(dependencies, Read(made + ".target"), After(words, "-MT"));
    Replace(dependencies, Read(made + ".source"), words.back());
    std::ofstream(After(words, "-MF")) << dependencies;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words = {"c++"};
    words.insert(words.end(), argv + 1, argv + argc);
    const char* const made_at = std::getenv("PTO_PERF_MADE");
    const bool kernel = fs::path(words.back()).filename().string().starts_with("step_");
    if (made_at == nullptr || !kernel || After(words, "-o").empty()) Become(words);
    const std::string made = made_at;
    const int lock = open((made + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    flock(lock, LOCK_EX);
    if (fs::exists(made + ".source")) {
        CopyResult(made, words);
        return 0;
    }
    const pid_t child = fork();
    if (child == 0) Become(words);
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
    fs::copy_file(After(words, "-o"), made + ".so");
    fs::copy_file(After(words, "-MF"), made + ".d");
    std::ofstream(made + ".target") << After(words, "-MT");
    std::ofstream(made + ".source") << words.back();
    return 0;
}
