#include "tests/e2e/support/browser.h"

#include <vector>

#include "base/process.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

// Runs in the page and leaves its answer in the title, which --dump-dom prints.
constexpr char kProbe[] = R"(<script>
let errors = 0;
window.addEventListener("error", () => { ++errors; });
window.addEventListener("load", () => {
  const all = [...document.querySelectorAll("body *")];
  const flat = (e) => { const box = e.getBoundingClientRect(); return box.width === 0 || box.height === 0; };
  const shown = all.filter((e) => ["H1", "H2", "P", "TABLE", "TD", "LI", "PRE", "svg", "rect", "circle", "polyline"]
    .includes(e.tagName) && (e.textContent !== "" || e instanceof SVGElement));
  const count = (name) => document.querySelectorAll(name).length;
  document.title = `overflow=${document.documentElement.scrollWidth - document.documentElement.clientWidth} tables=${count("table")} pictures=${count("svg")} ` +
    `hidden=${shown.filter(flat).length} links=${count("a[href]")} errors=${errors}`;
});
</script>
)";

// Debian's name for it.
std::string Browser() {
    return FindProgram("chromium");
}

ProcessResult Run(const std::vector<std::string>& flags, const std::string& page) {
    ProcessOptions process;
    process.arguments = {
        Browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=900,1200"};
    process.arguments.insert(process.arguments.end(), flags.begin(), flags.end());
    process.arguments.push_back(page);
    return RunProcess(process);
}

}  // namespace

std::string WhyNoBrowser() {
    if (Browser().empty()) return "chromium is not installed";
    const ProcessResult blank = Run({"--dump-dom"}, "about:blank");
    return blank.out.find("<html") == std::string::npos ? "chromium does not start here: " + blank.err : "";
}

std::string LaidOut(const std::string& page, const std::string& scratch_page) {
    WriteFile(scratch_page, ReadFile(page) + kProbe);
    const std::string dom = Run({"--dump-dom"}, "file://" + scratch_page).out;
    const size_t start = dom.find("<title>");
    const size_t end = dom.find("</title>");
    if (start == std::string::npos || end == std::string::npos) return "no page: " + dom.substr(0, 200);
    return dom.substr(start + 7, end - start - 7);
}

std::string Screenshot(const std::string& page, const std::string& file) {
    Run({"--screenshot=" + file}, "file://" + page);
    return ReadFile(file);
}

}  // namespace pto::test
