// Pages as a real browser shows them: Chromium without a window.
#pragma once

#include <string>

namespace pto::test {

// Why there is nothing to look with: it is not installed, or does not start here. Empty: it does.
std::string WhyNoBrowser();

// What a page says of itself once it is laid out in a window of 900 pixels: "overflow=<pixels that do not fit>
// tables=<how many> pictures=<how many> hidden=<parts without a size> links=<how many> errors=<messages of the
// console>".
std::string LaidOut(const std::string& page, const std::string& scratch_page);

// Bytes of a screenshot as PNG.
std::string Screenshot(const std::string& page, const std::string& file);

}  // namespace pto::test
