#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/process.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/directories_below.h"
#include "generator/config/pure_path.h"
#include "generator/report/report_page.h"

namespace pto::gen {
namespace {

std::string WriteReport(FileSystem& files, const std::string& directory) {
    RefuseLinksOut(directory);
    const BuildReport report = GatherReport(files, directory);
    if (!IsDirectory(files, directory + "/" + kPrivateDir)) {
        ThrowInput(directory, "has no build yet, so there is nothing to report", "run 'pto-ninja " + directory + "'");
    }
    for (const std::string& problem : report.problems) Print("pto-ninja", Severity::kWarning, problem);
    files.Write(directory + "/" + kReportFile, ReportPage(report));
    return directory + "/" + kReportFile;
}

// A line for each directory; one that has no report says in its line why.
std::string WriteTreeReport(FileSystem& files, const std::string& root, const std::vector<std::string>& directories) {
    std::vector<DirectoryState> rows;
    std::vector<std::string> reports;
    for (const std::string& directory : directories) {
        rows.push_back(LookAt(files, root, directory));
        reports.emplace_back();
        try {
            WriteReport(files, ShownPath(root, directory));
            reports.back() = directory + "/" + kReportFile;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::kInput) throw;
        }
    }
    files.Write(root + "/" + kReportFile, TreeReportPage(root, rows, reports));
    return root + "/" + kReportFile;
}

void OpenInBrowser(const std::string& page) {
    ProcessOptions process;
    process.arguments = {"xdg-open", page};
    process.capture_output = false;
    if (RunProcess(process).exit_code == 127) {
        throw Error(ErrorKind::kToolchain, "'xdg-open' is not in PATH", "open '" + page + "' yourself");
    }
}

}  // namespace

int RunReportCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja report",
                     "Writes a page on the last build, run and benchmark, and on what the next build makes again.");
    std::string root;
    bool open = false;
    line.Switch("--open", open, true, "open it in a browser");
    line.Directory(root, "compiled directory or build_output/");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    RefuseLinksOut(root);
    const std::vector<std::string> directories = DirectoriesBelow(files, root);
    const std::string file =
        directories.front().empty() ? WriteReport(files, root) : WriteTreeReport(files, root, directories);
    const std::string page = std::filesystem::absolute(file).lexically_normal().string();
    WriteText(STDOUT_FILENO, page + "\n");
    if (open) OpenInBrowser(page);
    return 0;
}

}  // namespace pto::gen
