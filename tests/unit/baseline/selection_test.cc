#include "generator/baseline/selection.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/error.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using test::TempSpace;
using test::WorkingDirectory;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

const std::vector<std::string> kKept = {"golden.py", "kernels/aic/scale.cpp", "kernels/aiv/scale.cpp",
                                        "kernels/aiv/shift.cpp", "ptoas/mix.pto"};

class SelectionTest : public ::testing::Test {
  protected:
    SelectionTest() {
        for (const std::string& path : kKept) space_.Write("d/" + path, "text");
        space_.Write("d/data/x.pt", "data");
        space_.Write("elsewhere/golden.txt", "text");
    }

    std::vector<std::string> Select(const std::vector<std::string>& words, const std::string& root = "d") const {
        return SelectFiles(RealFileSystem(), root, kKept, words);
    }

    std::string ErrorOf(const std::string& word, const std::string& root = "d") const {
        try {
            Select({word}, root);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::kUsage);
            return error.what();
        }
        return "no error";
    }

    TempSpace space_;
};

TEST_F(SelectionTest, NoWordsMeanAll) {
    EXPECT_THAT(Select({}), ElementsAreArray(kKept));
}

TEST_F(SelectionTest, RelativeToTheDirectoryFromAnywhere) {
    const WorkingDirectory inside(space_.Root());
    EXPECT_THAT(Select({"ptoas/mix.pto", "golden.py", "./golden.py"}), ElementsAre("golden.py", "ptoas/mix.pto"));
    EXPECT_THAT(Select({"kernels/aiv/"}, "d/"), ElementsAre("kernels/aiv/scale.cpp", "kernels/aiv/shift.cpp"));
    EXPECT_THAT(Select({"kernels"}, space_.Path("d")).size(), 3);
}

TEST_F(SelectionTest, RelativeToTheWorkingDirectoryOrAbsolute) {
    EXPECT_THAT(Select({space_.Path("d/golden.py")}, space_.Path("d")), ElementsAre("golden.py"));
    {
        const WorkingDirectory inside(space_.Root());
        EXPECT_THAT(Select({"d/golden.py", "elsewhere/../d/ptoas"}), ElementsAre("golden.py", "ptoas/mix.pto"));
        EXPECT_THAT(Select({"d"}), ElementsAreArray(kKept));
    }
    const WorkingDirectory inside(space_.Path("d/kernels/aiv"));
    EXPECT_THAT(Select({"shift.cpp"}, "../.."), ElementsAre("kernels/aiv/shift.cpp"));
    EXPECT_THAT(Select({"."}, "../.."), ElementsAre("kernels/aiv/scale.cpp", "kernels/aiv/shift.cpp"));
    EXPECT_THAT(Select({"../aic"}, "../.."), ElementsAre("kernels/aic/scale.cpp"));
    EXPECT_THAT(Select({"../.."}, "../.."), ElementsAreArray(kKept));
}

TEST_F(SelectionTest, LinksAreTakenByTheirNameInTheDirectory) {
    std::filesystem::remove(space_.Path("d/golden.py"));
    std::filesystem::create_symlink(space_.Path("elsewhere/golden.txt"), space_.Path("d/golden.py"));
    std::filesystem::create_directory_symlink(space_.Path("d"), space_.Path("link"));
    EXPECT_THAT(Select({space_.Path("d/golden.py")}, space_.Path("d")), ElementsAre("golden.py"));
    EXPECT_THAT(Select({space_.Path("link/golden.py")}, space_.Path("d")), ElementsAre("golden.py"));
    EXPECT_THAT(Select({space_.Path("d/ptoas/mix.pto")}, space_.Path("link")), ElementsAre("ptoas/mix.pto"));
}

TEST_F(SelectionTest, AnUnknownNameGetsASuggestion) {
    const WorkingDirectory inside(space_.Root());
    EXPECT_EQ(ErrorOf("kernels/aiv/shfit.cpp"),
              "kernels/aiv/shfit.cpp: is none of the sources that are kept for 'd'; did you mean "
              "'kernels/aiv/shift.cpp'?");
    EXPECT_EQ(ErrorOf("shift.cpp"),
              "shift.cpp: is none of the sources that are kept for 'd'; did you mean 'kernels/aiv/shift.cpp'?");
    EXPECT_EQ(ErrorOf("d/golden.pyc"),
              "d/golden.pyc: is none of the sources that are kept for 'd'; did you mean 'golden.py'?");
    EXPECT_EQ(ErrorOf("data/x.pt"),
              "data/x.pt: is none of the sources that are kept for 'd'; 'tar -tf d/.pto-ninja/baseline/sources.tar' "
              "lists them");
}

TEST_F(SelectionTest, WhatLiesOutsideIsRefused) {
    const std::string other = space_.Path("elsewhere/golden.txt");
    EXPECT_EQ(ErrorOf(other, space_.Path("d")),
              other + ": lies outside of '" + space_.Path("d") + "'; give a file of that directory");
    const WorkingDirectory inside(space_.Root());
    EXPECT_EQ(ErrorOf("elsewhere/golden.txt"),
              "elsewhere/golden.txt: lies outside of 'd'; give a file of that directory");
    EXPECT_EQ(ErrorOf("../x.cpp"), "../x.cpp: lies outside of 'd'; give a file of that directory");
    EXPECT_EQ(ErrorOf("."), ".: lies outside of 'd'; give a file of that directory");
}

}  // namespace
}  // namespace pto::gen
