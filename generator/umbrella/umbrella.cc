#include "generator/umbrella/umbrella.h"

#include "generator/graph/check_graph.h"
#include "generator/graph/layout.h"
#include "generator/graph/ninja_writer.h"
#include "generator/umbrella/compiled_directories.h"
#include "generator/umbrella/umbrella_graph.h"

namespace pto::gen {

void CommitUmbrella(FileSystem& files, const std::vector<std::string>& directories, const GenerateOptions& options,
                    const Programs& programs, const std::string& generator_identity) {
    const BuildGraph graph = PlanUmbrella(directories, options, programs);
    CheckGraph(graph, {});
    WriteIfChanged(files, kTreeFile, TreeText(directories, generator_identity));
    WriteIfChanged(files, kBuildFile, NinjaText(graph));
    // Newer than everything it stands for, or ninja would call for the next generation at once.
    files.Write(kBuildStamp, "");
}

std::vector<std::string> UmbrellaProblems(const FileSystem& files, const std::string& root,
                                          std::vector<std::string>& directories) {
    const CompiledDirectories found = FindCompiledDirectories(files, root);
    std::vector<std::string> problems;
    for (const Note& problem : found.problems) problems.push_back(problem.file + ": " + problem.text + "; left out");
    for (const std::string& path : found.paths) {
        if (path.find('\n') == std::string::npos) {
            directories.push_back(path);
        } else {
            problems.push_back(root + "/" + path + ": the name has a line break, which ninja cannot hold; left out");
        }
    }
    return problems;
}

}  // namespace pto::gen
