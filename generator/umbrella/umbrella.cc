#include "generator/umbrella/umbrella.h"

#include "contract/layout.h"
#include "generator/graph/check_graph.h"
#include "generator/graph/compile_commands.h"
#include "generator/graph/ninja_writer.h"
#include "generator/umbrella/umbrella_graph.h"

namespace pto::gen {

void WriteUmbrellaCommands(FileSystem& files, const std::vector<std::string>& directories) {
    std::vector<std::string> commands;
    for (const std::string& directory : directories) {
        const std::string file = directory + "/" + kCompileCommandsFile;
        if (IsFile(files, file)) commands.push_back(files.Read(file));
    }
    WriteIfChanged(files, kCompileCommandsFile, JoinedCompileCommands(commands));
}

void CommitUmbrella(FileSystem& files, const std::vector<std::string>& directories, const GenerateOptions& options,
                    const Programs& programs, const std::string& generator_identity) {
    const BuildGraph graph = PlanUmbrella(directories, options, programs);
    CheckGraph(graph, {});
    WriteIfChanged(files, kTreeFile, TreeText(directories, generator_identity));
    WriteUmbrellaCommands(files, directories);
    WriteIfChanged(files, kBuildFile, NinjaText(graph));
    // Newer than everything it stands for, or ninja would call for the next generation at once.
    files.Write(kBuildStamp, "");
}

}  // namespace pto::gen
