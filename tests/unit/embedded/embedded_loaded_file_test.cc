#include <dlfcn.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "runtime/embedded/loaded_file.h"
#include "tests/support/temp_space.h"

namespace pto::embedded {
namespace {

namespace fs = std::filesystem;

// As a build replaces a binary: by a rename.
void Install(const std::string& from, const std::string& path) {
    fs::copy_file(from, path + ".new", fs::copy_options::overwrite_existing);
    fs::rename(path + ".new", path);
}

int NumberOf(void* library) {
    return reinterpret_cast<int (*)()>(dlsym(library, "LoadableNumber"))();
}

TEST(LoadedFile, IsWhatLiesOnDiskThoughAnEarlierOneIsLoaded) {
    pto::test::TempSpace space;
    const std::string path = space.Path("kernel.so");
    std::string reason;
    Install(PTO_LOADABLE_1, path);
    void* first = LoadCurrentFile(path, reason);
    ASSERT_NE(first, nullptr) << reason;
    EXPECT_EQ(NumberOf(first), 1);
    Install(PTO_LOADABLE_2, path);
    void* second = LoadCurrentFile(path, reason);
    ASSERT_NE(second, nullptr) << reason;
    EXPECT_EQ(NumberOf(second), 2);
    EXPECT_EQ(NumberOf(first), 1);
    void* again = LoadCurrentFile(path, reason);
    EXPECT_EQ(again, second);
    for (void* library : {first, second, again}) dlclose(library);
    // The first one may stay in the process; what is asked for is still the second.
    void* later = LoadCurrentFile(path, reason);
    ASSERT_NE(later, nullptr) << reason;
    EXPECT_EQ(NumberOf(later), 2);
    dlclose(later);
    EXPECT_THAT(space.Files(), testing::ElementsAre("kernel.so"));
}

TEST(LoadedFile, SaysWhyItCannotBeLoaded) {
    pto::test::TempSpace space;
    space.Write("kernel.so", "no library");
    std::string reason;
    EXPECT_EQ(LoadCurrentFile(space.Path("kernel.so"), reason), nullptr);
    EXPECT_EQ(reason, "file too short");
}

}  // namespace
}  // namespace pto::embedded
