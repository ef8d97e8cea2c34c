#include <unistd.h>

#include <string>
#include <vector>

#include "base/hash.h"
#include "base/printer.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/info.h"
#include "generator/commands/programs.h"
#include "generator/commands/recorded_options.h"
#include "generator/splice/ptoas.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {
namespace {

std::string PtoasText(const PtoasLocation& location) {
    if (location.state != PtoasState::kFound) return "none  (" + location.problem + ")";
    return location.launcher + "  (" + location.origin + ", version " + PtoasVersion(location.launcher) + ")";
}

// Short form of the digest that a change of any header below the directories changes.
std::string Digest(FileSystem& files, const std::string& root, const std::vector<std::string>& directories) {
    HashCache hashes(files, "", 0);
    if (directories.size() == 1) return hashes.Hash(root + directories[0]).value_or("missing").substr(0, 12);
    HashBuilder builder;
    for (const std::string& directory : directories) builder.Add(hashes.Hash(root + directory).value_or("missing"));
    return builder.Finish().substr(0, 12);
}

}  // namespace

int RunInfoCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja info", "Prints what was found in a compiled directory, and why.");
    std::string directory;
    GenerateOptions options;
    line.Directory(directory, "compiled directory");
    AddGenerateOptions(line, options);
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    options = OverRecorded(files, directory, line, options);
    RecordRoots(options);
    const Generation generation = Prepare(files, directory, options, InspectRoots(options, FindOwnFiles()));
    const Roots& roots = generation.toolchain.roots;
    IdentityTexts identities;
    identities.dating = Date(DatedFacts(files, generation.directory));
    identities.ptoas = PtoasText(FindPtoas(options.ptoas));
    identities.embedded_digest = Digest(files, roots.embedded_include, {""});
    if (!roots.pto_isa.root.empty())
        identities.pto_isa_digest = Digest(files, roots.pto_isa.root + "/", {kPtoIsaHeaders});
    if (generation.toolchain.UsesSimpler()) {
        identities.simpler_digest =
            Digest(files, roots.simpler.root + "/", SimplerTrees(generation.toolchain.platform));
    }
    WriteText(STDOUT_FILENO, InfoText(generation, FindPrograms(), identities));
    return 0;
}

}  // namespace pto::gen
