// Who may use whom: the tables of docs/architecture.md against every #include of the programs and the library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/text.h"

namespace pto {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

struct Room {
    std::string path;            // "generator/steps"
    std::set<std::string> uses;  // paths
    size_t line = 0;
};

std::string Trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

// "| `base/` | what | may use |"; nothing for any other line.
std::optional<std::pair<std::string, std::string>> RowOf(const std::string& line) {
    if (!line.starts_with("| `")) return std::nullopt;
    const size_t end = line.find("/` |");
    const size_t last = line.rfind('|');
    if (end == std::string::npos || last <= end) return std::nullopt;
    const size_t before = line.rfind('|', last - 1);
    return std::pair{line.substr(3, end - 3), Trimmed(line.substr(before + 1, last - before - 1))};
}

// The rooms above that a cell names; "all of generator" is all of them below that folder.
std::set<std::string> Named(const std::string& cell, const std::vector<Room>& above) {
    std::set<std::string> uses;
    std::istringstream parts(cell);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::string name = Trimmed(part);
        const bool all = name.starts_with("all of ");
        bool known = false;
        for (const Room& room : above) {
            if (all ? room.path.starts_with(name.substr(7) + "/") : room.path == name) {
                uses.insert(room.path);
                known = true;
            }
        }
        EXPECT_TRUE(known) << "docs/architecture.md: '" << name << "' is no room above the one that uses it";
    }
    return uses;
}

std::vector<Room> ReadRooms(std::istream& document) {
    std::vector<Room> rooms;
    std::string line;
    while (std::getline(document, line) && line != "## Rooms") continue;
    while (std::getline(document, line) && !line.starts_with("## ")) {
        if (const auto row = RowOf(line)) rooms.push_back({row->first, Named(row->second, rooms)});
    }
    return rooms;
}

// The room of a file: the innermost of its folders that is one.
const Room* RoomOf(const std::vector<Room>& rooms, const std::string& path) {
    const Room* found = nullptr;
    for (const Room& room : rooms) {
        if (path.starts_with(room.path + "/") && (!found || room.path.size() > found->path.size())) found = &room;
    }
    return found;
}

std::vector<std::string> IncludesOf(const fs::path& file) {
    std::vector<std::string> includes;
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);) {
        constexpr std::string_view kStart = "#include \"";
        if (line.starts_with(kStart)) {
            includes.push_back(line.substr(kStart.size(), line.rfind('"') - kStart.size()));
        }
    }
    return includes;
}

std::vector<std::string> SourcesBelow(const fs::path& root, const std::vector<Room>& rooms) {
    std::set<std::string> tops;
    for (const Room& room : rooms) tops.insert(room.path.substr(0, room.path.find('/')));
    std::vector<std::string> sources;
    for (const std::string& top : tops) {
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension();
            if (extension == ".cc" || extension == ".h" || extension == ".hpp") {
                sources.push_back(fs::relative(entry.path(), root));
            }
        }
    }
    std::ranges::sort(sources);
    return sources;
}

std::vector<std::string> Violations(const fs::path& root, const std::vector<Room>& rooms) {
    std::vector<std::string> violations;
    for (const std::string& source : SourcesBelow(root, rooms)) {
        const Room* from = RoomOf(rooms, source);
        if (!from) {
            violations.push_back(source + " is in no room");
            continue;
        }
        for (const std::string& include : IncludesOf(root / source)) {
            const Room* to = RoomOf(rooms, include);
            if (!to || to == from || from->uses.contains(to->path)) continue;
            violations.push_back(source + ": " + from->path + " may not use " + to->path + " (" + include + ")");
        }
    }
    return violations;
}

TEST(Borders, EveryIncludeIsInTheTableOfRooms) {
    std::ifstream document(PTO_SOURCE_DIR "/docs/architecture.md");
    const std::vector<Room> rooms = ReadRooms(document);
    ASSERT_GT(rooms.size(), 30u);
    EXPECT_THAT(Violations(PTO_SOURCE_DIR, rooms), IsEmpty());
}

// The same reader on tables and a tree that break the rules.
TEST(Borders, AnArrowBackIsFound) {
    std::istringstream document(
        "## Rooms\n| room | what | may use |\n| --- | --- | --- |\n| `base/` | | |\n| `a/b/` | | base |\n"
        "| `a/` | main | base, all of a |\n## Next\n| `c/` | | |\n");
    const std::vector<Room> rooms = ReadRooms(document);
    ASSERT_EQ(rooms.size(), 3u);
    EXPECT_EQ(rooms[2].uses, (std::set<std::string>{"base", "a/b"}));
    const fs::path root = fs::path(testing::TempDir()) / "borders";
    fs::remove_all(root);
    fs::create_directories(root / "a/b");
    fs::create_directories(root / "base");
    std::ofstream(root / "base/low.h") << "#include <a/high.h>\n#include \"base/other.h\"\n#include \"a/b/high.h\"\n";
    std::ofstream(root / "a/b/high.cc") << "#include \"base/low.h\"\n#include \"json.hpp\"\n#include \"a/main.h\"\n";
    std::ofstream(root / "a/main.cc") << "#include \"a/b/high.h\"\n";
    EXPECT_THAT(Violations(root, rooms), testing::ElementsAre("a/b/high.cc: a/b may not use a (a/main.h)",
                                                              "base/low.h: base may not use a/b (a/b/high.h)"));
    fs::remove_all(root);
}

}  // namespace
}  // namespace pto
