#include "base/html.h"

#include <gmock/gmock.h>

namespace pto {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Html, EscapesWhatHtmlWouldRead) {
    EXPECT_EQ(EscapeHtml("<a href=\"x\">'&'\x01\n</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;?\n&lt;/a&gt;");
}

// A source in another character set is shown as well as it can be, and the page stays one.
TEST(Html, EscapesWhatIsNoUtf8) {
    EXPECT_EQ(EscapeHtml("gr\xfc\xdf <1>"), "gr\xef\xbf\xbd\xef\xbf\xbd &lt;1&gt;");
    EXPECT_EQ(EscapeHtml("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}

TEST(Html, APageHasATitleAndLoadsNothing) {
    const std::string page = PageStart("a<b") + PageEnd();
    EXPECT_THAT(page, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"));
    EXPECT_THAT(page, HasSubstr("<title>a&lt;b</title>\n"));
    EXPECT_THAT(page, EndsWith("</style>\n</head>\n<body>\n</body>\n</html>\n"));
    for (const char* loading : {"<script", "<link", "<img", "url(", "@import"}) {
        EXPECT_THAT(page, testing::Not(HasSubstr(loading)));
    }
}

TEST(Html, HeadsStandAsTheirCellsDo) {
    EXPECT_EQ(HtmlTable({"name", "us"}, {{TextCell("a&b"), NumberCell("1.5")}, {{"<b>c</b>"}, NumberCell("2")}}),
              "<table>\n<tr><th>name</th><th class=\"number\">us</th></tr>\n"
              "<tr><td>a&amp;b</td><td class=\"number\">1.5</td></tr>\n"
              "<tr><td><b>c</b></td><td class=\"number\">2</td></tr>\n</table>\n");
    EXPECT_EQ(HtmlTable({"name"}, {}), "");
}

}  // namespace
}  // namespace pto
