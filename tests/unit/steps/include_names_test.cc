#include "generator/steps/include_names.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

std::string ShownNames(const std::vector<IncludedName>& names) {
    std::string text;
    for (const IncludedName& name : names) {
        text += (name.quoted ? "\"" : "<") + name.name + (name.quoted ? "\"" : ">") + (name.next ? "+" : "") + " ";
    }
    return text;
}

TEST(IncludeNames, EveryWayToLookForAFile) {
    const std::pair<const char*, const char*> cases[] = {
        {"", ""},
        {"int x;\n", ""},
        {"#include \"a.h\"\n#include <b/c>\n", "\"a.h\" <b/c> "},
        {"  #  include\t<a b>", "<a b> "},
        {"%:include <a>\n", "<a> "},
        {"/* why */ #include \"a.h\" // \"b.h\"\n", "\"a.h\" \"b.h\" "},
        {"#include_next <a.h>\n", "<a.h>+ "},
        {"#include \\\n  \"a.h\"\n", "\"a.h\" "},
        {"#include \\\r\n  \"a.h\"\r\n", "\"a.h\" "},
        {"#if __has_include(<a>) && !__has_include(\"b\")\n", "<a> \"b\" "},
        {"#if __has_include_next(<a>)\n", "<a>+ "},
        {"#embed \"data.bin\"\n#import <a>\nimport <c>;\n", "<a> <c> \"data.bin\" "},
        {"#include \"twice\"\n#include \"twice\"\n", "\"twice\" "},
        {"#include \"\"\n#include <\n", ""},
        {"const char* s = \"text\";\n", ""},
    };
    for (const auto& [text, names] : cases) EXPECT_EQ(ShownNames(FindIncludedNames(text).names), names) << text;
}

TEST(IncludeNames, Macros) {
    const std::string text = "#define H \"a.h\"\n#  define T(x) \\\n  <b.h>\nint y;\n#include H\n";
    EXPECT_TRUE(FindIncludedNames(text).by_macro);
    EXPECT_EQ(ShownNames(FindIncludedNames(text).names), "");
    EXPECT_EQ(ShownNames(NamesOfMacros(text)), "\"a.h\" <b.h> ");
    EXPECT_FALSE(FindIncludedNames("// includes everything\n#include <a>\n").by_macro);
}

}  // namespace
}  // namespace pto::gen
