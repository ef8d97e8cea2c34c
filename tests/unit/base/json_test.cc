#include "base/json.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"

namespace pto {
namespace {

using test::ErrorOf;

TEST(Json, MalformedTextIsPlaced) {
    struct Case {
        const char* text;
        const char* error;
    };
    const std::string early = "malformed: the JSON text ends too early; compile again";
    const std::string here = "malformed: not valid JSON here; compile again";
    const std::pair<std::string, std::string> cases[] = {
        {"", "m.json:1:1: " + early},
        {"  ", "m.json:1:3: " + early},
        {"{", "m.json:1:2: " + early},
        {"{\n  \"a\": [1,\n", "m.json:3:1: " + early},
        {"{\"a\": \"unclosed", "m.json:1:16: " + early},
        {"{\n  \"a\": 1,\n}", "m.json:3:1: " + here},
        {"{} x", "m.json:1:4: " + here},
        {"{'a': 1}", "m.json:1:2: " + here},
        {"[1, NaN]", "m.json:1:5: " + here},
        {"// no\n{}", "m.json:1:1: " + here},
        {"[01]", "m.json:1:3: " + here},
        {"\"\xff\"", "m.json:1:2: " + here},
    };
    for (const auto& [text, error] : cases) {
        EXPECT_EQ(ErrorOf([&, t = text] { ParseJson(t, "m.json", "compile again"); }), error) << text;
    }
}

TEST(Json, NumbersThatNoDoubleHoldsAreErrors) {
    EXPECT_EQ(ErrorOf([] { ParseJson("{\"a\": 1e999}", "m.json", "compile again"); }),
              "m.json: malformed: holds a number that is out of range; compile again");
    EXPECT_EQ(ParseJson("1e-999", "m.json", "").get<double>(), 0.0);
    EXPECT_EQ(ParseJson("18446744073709551615", "m.json", "").get<uint64_t>(), 18446744073709551615u);
}

TEST(Json, HostileNestingIsRefused) {
    const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_TRUE(ParseJson(nested(200), "m.json", "").is_array());
    EXPECT_EQ(ErrorOf([&] { ParseJson(nested(201), "m.json", "compile again"); }),
              "m.json:1:201: malformed: nested deeper than 200 levels; compile again");
    EXPECT_EQ(ErrorOf([&] { ParseJson("\n" + std::string(50'000, '{'), "m.json", ""); }),
              "m.json:2:201: malformed: nested deeper than 200 levels");
    // Brackets in a string are none.
    EXPECT_TRUE(ParseJson("\"\\\"" + std::string(300, '[') + "\"", "m.json", "").is_string());
}

TEST(Json, ALongStringIsCutInMessages) {
    EXPECT_EQ(DescribeJson(std::string(201, 'x')), "the string '" + std::string(200, 'x') + "...'");
}

TEST(Json, LoadReadsTheFile) {
    MemoryFileSystem files;
    files.Add("a/m.json", "\xef\xbb\xbf{\"b\": [true, null], \"a\": \"\xc3\xa4\\u00e4\"}");
    const Json json = LoadJson(files, "a/m.json", "");
    EXPECT_EQ(json["a"].get<std::string>(), "\xc3\xa4\xc3\xa4");
    EXPECT_EQ(json.begin().key(), "b") << "keys keep their order";
    EXPECT_EQ(ErrorOf([&] { LoadJson(files, "nothing.json", "do"); }),
              "nothing.json: cannot be read: No such file or directory");
}

TEST(Json, TextIsIndentedOrderedAndAlwaysValid) {
    Json json;
    json["z"] = 1;
    json["a"] = Json::array();
    json["list"] = {1, "two", nullptr};
    json["object"] = Json::object();
    json["quotes"] = "\"\\\n\t\x01";
    json["utf8"] = "\xc3\xa4";
    json["broken"] = "a\xff";
    json["nan"] = std::numeric_limits<double>::quiet_NaN();
    json["infinite"] = -std::numeric_limits<double>::infinity();
    json["third"] = 0.1;
    EXPECT_EQ(JsonText(json), R"({
  "z": 1,
  "a": [],
  "list": [
    1,
    "two",
    null
  ],
  "object": {},
  "quotes": "\"\\\n\t\u0001",
  "utf8": ")"
                              "\xc3\xa4"
                              R"(",
  "broken": "a)"
                              "\xef\xbf\xbd"
                              R"(",
  "nan": null,
  "infinite": null,
  "third": 0.1
}
)");
}

TEST(Json, Describe) {
    const std::pair<Json, const char*> cases[] = {
        {Json::object(), "an object"},
        {Json::array({1}), "a list"},
        {"text", "the string 'text'"},
        {3, "3"},
        {-1.5, "-1.5"},
        {true, "true"},
        {nullptr, "null"},
        {"", "the string ''"},
        {std::string("a\0b\n\x7f", 5), "the string 'a\\u0000b\\n\\u007f'"},
    };
    for (const auto& [json, text] : cases) EXPECT_EQ(DescribeJson(json), text);
}

}  // namespace
}  // namespace pto
