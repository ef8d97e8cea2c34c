// The sources of a compiled directory as they were first seen, together in .pto-ninja/baseline/sources.tar. A file each
// would add 0.15 of a first generation of 400 kernels in a file system in memory, and 0.3 to more than all the rest of
// it on a disk that others use: perf_build prints it. One file costs below 0.01, and is there whole or not at all.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "generator/baseline/patch_text.h"
#include "generator/config/model.h"

namespace pto::gen {

struct Baseline {
    std::shared_ptr<const std::string> archive;       // what the views below look into
    std::map<std::string, std::string_view> sources;  // path relative to the directory -> text
    // Each .pto that had an edit, when it was first seen, that ptoas was yet to assemble.
    std::set<std::string> pending;

    // Sources that were not there when the others were first seen.
    std::set<std::string> added;

    std::vector<std::string> Paths() const;  // of both, sorted
};

// The first time, keeps each source of PlanBaseline and the headers beside them. Later only a raw text that ptoas had
// not printed before is added: any other new source is an edit, and what is there is never replaced. Written in one
// rename. To be called when the states of the units have been seeded: they tell which .pto is pending.
void SeedBaseline(FileSystem& files, const std::string& root, const BuildDirectory& directory);

// Sources of the directory as it is now that are not kept, without raw texts.
std::set<std::string> AddedSources(const FileSystem& files, const std::string& root, const BuildDirectory& directory,
                                   const Baseline& baseline);

// A directory that cannot be loaded has no added sources. Throws an input Error when nothing is kept for `root`, or
// what is kept is damaged.
Baseline LoadBaseline(const FileSystem& files, const std::string& root);

// Those of `paths`, all of Paths(), that differ from how they were first seen or are gone, in the given order.
std::vector<FileChange> FindChanges(const FileSystem& files, const std::string& root, const Baseline& baseline,
                                    const std::vector<std::string>& paths);

// The text of a file below `root`, or nothing where there is no such file.
std::optional<std::string> ReadIfThere(const FileSystem& files, const std::string& root, const std::string& path);

}  // namespace pto::gen
