#include "generator/umbrella/named_text.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

TEST(NamedText, SaysWhichDirectoryOnce) {
    EXPECT_EQ(NamedText("b/a", "platform 'a2a3' needs a runtime"), "b/a: platform 'a2a3' needs a runtime");
    EXPECT_EQ(NamedText("b/a", "b/a/kernel_config.py:3: found x"), "b/a/kernel_config.py:3: found x");
    EXPECT_EQ(NamedText("b/a", "b/a: no such directory"), "b/a: no such directory");
    EXPECT_EQ(NamedText("b/a", "run 'pto-ninja b/a'"), "run 'pto-ninja b/a'");
    EXPECT_EQ(NamedText("b/a", "/home/b/a/x: gone"), "/home/b/a/x: gone");
}

TEST(NamedText, AnotherOfASimilarNameIsNotIt) {
    EXPECT_EQ(NamedText("b/a", "b/a2/x: gone"), "b/a: b/a2/x: gone");
    EXPECT_EQ(NamedText("b/a", "lib/a/x: gone"), "b/a: lib/a/x: gone");
    EXPECT_EQ(NamedText("b/a", "b/a2/x is not b/a/x"), "b/a2/x is not b/a/x");
    EXPECT_EQ(NamedText("b/a", "b/a.old: gone"), "b/a: b/a.old: gone");
}

}  // namespace
}  // namespace pto::gen
