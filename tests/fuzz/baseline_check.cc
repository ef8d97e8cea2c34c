#include "base/stored_path.h"
#include "generator/baseline/tar.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

bool Same(const gen::TarEntry& a, const gen::TarEntry& b) {
    return a.name == b.name && a.content == b.content && a.mtime_seconds == b.mtime_seconds;
}

std::string TarEntryProblem(const gen::TarEntry& entry, std::string_view input) {
    if (!StoredPathProblem(entry.name).empty()) return "accepted the name " + QuotedPath(entry.name);
    const bool inside =
        entry.content.empty() || (entry.content.data() >= input.data() &&
                                  entry.content.data() + entry.content.size() <= input.data() + input.size());
    return inside ? "" : "a content outside of the archive";
}

}  // namespace

std::string CheckBaseline(std::string_view input) {
    gen::TarArchive archive;
    try {
        archive = gen::ParseTar(input, "sources.tar");
    } catch (const Error& error) {
        return RefusalProblem(error);
    }
    if (archive.end > input.size()) return "ends behind its end";
    std::string again;
    for (const gen::TarEntry& entry : archive.entries) {
        if (const std::string problem = TarEntryProblem(entry, input); !problem.empty()) return problem;
        again += gen::TarEntryText(entry);
    }
    again += gen::TarEnd();
    const gen::TarArchive second = gen::ParseTar(again, "sources.tar");
    if (second.entries.size() != archive.entries.size())
        return "has another number of entries when it is written again";
    for (size_t i = 0; i < second.entries.size(); ++i) {
        if (!Same(second.entries[i], archive.entries[i])) return "an entry is another one when it is written again";
    }
    return {};
}

}  // namespace pto::fuzz
