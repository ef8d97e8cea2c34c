#include "tests/support/temp_space.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace pto::test {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecond = 1'000'000'000;

[[noreturn]] void Fail(const std::string& action, const std::string& path) {
    throw std::runtime_error(action + " '" + path + "': " + std::strerror(errno));
}

}  // namespace

TempSpace::TempSpace() {
    std::string name = (fs::temp_directory_path() / "pto-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) Fail("mkdtemp", name);
    root_ = fs::canonical(name).string();
    // What one test compiles is not there for the next, unless it says so.
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
}

TempSpace::~TempSpace() {
    if (testing::Test::HasFailure()) {
        std::cout << "the files of this test are kept in " << root_ << "\n";
        return;
    }
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

std::string TempSpace::Path(const std::string& name) const {
    return (fs::path(root_) / name).string();
}

void TempSpace::Write(const std::string& name, std::string_view content) const {
    const std::string path = Path(name);
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) Fail("write", path);
}

void TempSpace::WriteProgram(const std::string& name, std::string_view text) const {
    Write(name, text);
    if (chmod(Path(name).c_str(), 0755) != 0) Fail("chmod", Path(name));
}

std::string TempSpace::Read(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    if (!file) Fail("read", Path(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool TempSpace::Exists(const std::string& name) const {
    return fs::symlink_status(Path(name)).type() != fs::file_type::not_found;
}

void TempSpace::Remove(const std::string& name) const {
    fs::remove_all(Path(name));
}

void TempSpace::MakeDirectory(const std::string& name) const {
    fs::create_directories(Path(name));
}

std::vector<std::string> TempSpace::Files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_)) {
        if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(root_).string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

int64_t TempSpace::Time(const std::string& name) const {
    struct stat info {};
    if (stat(Path(name).c_str(), &info) != 0) Fail("stat", Path(name));
    return static_cast<int64_t>(info.st_mtim.tv_sec) * kSecond + info.st_mtim.tv_nsec;
}

void TempSpace::SetTime(const std::string& name, int64_t mtime_ns) const {
    const timespec time = {static_cast<time_t>(mtime_ns / kSecond), static_cast<long>(mtime_ns % kSecond)};
    const timespec times[2] = {time, time};
    if (utimensat(AT_FDCWD, Path(name).c_str(), times, 0) != 0) Fail("utimensat", Path(name));
}

WorkingDirectory::WorkingDirectory(const std::string& path) : before_(fs::current_path().string()) {
    fs::current_path(path);
}

WorkingDirectory::~WorkingDirectory() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
}

EnvironmentVariable::EnvironmentVariable(const std::string& name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name.c_str())) {
        was_set_ = true;
        before_ = before;
    }
    if (value != nullptr) {
        setenv(name.c_str(), value, 1);
    } else {
        unsetenv(name.c_str());
    }
}

EnvironmentVariable::~EnvironmentVariable() {
    if (was_set_) {
        setenv(name_.c_str(), before_.c_str(), 1);
    } else {
        unsetenv(name_.c_str());
    }
}

}  // namespace pto::test
