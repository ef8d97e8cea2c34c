// A report as one HTML page that lies in .pto-ninja/ of its directory and needs nothing else. Pure.
#pragma once

#include <string>
#include <vector>

#include "generator/report/report.h"

namespace pto::gen {

// Links lead to files of the directory, relative to the page.
std::string ReportPage(const BuildReport& report);

// Over a whole build_output: a line per directory. `reports` are links of the same order, empty: there is no report.
std::string TreeReportPage(const std::string& root, const std::vector<DirectoryState>& rows,
                           const std::vector<std::string>& reports);

// A path as a relative address: what is special in an address is written with %.
std::string LinkAddress(const std::string& path);

}  // namespace pto::gen
