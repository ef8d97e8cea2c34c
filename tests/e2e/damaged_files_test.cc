// A file system that loses power keeps names and times of files without their content. Whatever of ours is damaged: the
// next replay makes it again, or says in one line what to do, and that helps. Never a result of something else.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/text.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;

// Compiles each source once.
constexpr char kKeepingCompiler[] = R"(#!/bin/sh
for word; do
    case $before in
        -o) out=$word ;;
        -MF) dep=$word ;;
        *) key="$key $word" ;;
    esac
    before=$word
done
[ -n "$dep" ] || exec g++ "$@"
kept=$KEPT/$(echo "$key" | cat - "$word" | cksum | tr ' ' _)
if [ ! -e "$kept.d" ]; then
    g++ "$@" || exit
    cp "$out" "$kept.o" && cp "$dep" "$kept.d"
fi
cp "$kept.o" "$out" && cp "$kept.d" "$dep"
)";

struct Damage {
    const char* name;
    std::function<void(const std::string& path)> happen;
};

std::string Garbage(size_t size) {
    std::string text;
    for (size_t i = 0; i < size; ++i) text += static_cast<char>((i * 37 + 11) % 251);
    return text;
}

// The time stays as it was.
void Rewrite(const std::string& path, const std::function<std::string(const std::string&)>& change) {
    const fs::file_time_type time = fs::last_write_time(path);
    WriteFile(path, change(ReadFile(path)));
    fs::last_write_time(path, time);
}

const Damage kDamages[] = {
    {"empty", [](const std::string& path) { Rewrite(path, [](const std::string&) { return std::string(); }); }},
    {"half",
     [](const std::string& path) {
         Rewrite(path, [](const std::string& text) { return text.substr(0, text.size() / 2); });
     }},
    {"garbage",
     [](const std::string& path) { Rewrite(path, [](const std::string& text) { return Garbage(text.size()); }); }},
    {"gone", [](const std::string& path) { fs::remove(path); }},
    {"a_directory",
     [](const std::string& path) {
         fs::remove(path);
         fs::create_directory(path);
     }},
};

class DamagedFilesTest : public testing::TestWithParam<size_t> {
  protected:
    void SetUp() override {
        fs::create_directory(work_.Path("kept"));
        work_.space().WriteProgram("cxx", kKeepingCompiler);
        environment_ = {"PTO_SIM_CXX=" + work_.Path("cxx"), "KEPT=" + work_.Path("kept")};
        directory_ = work_.CopyExample("scale_shift");
        ASSERT_EQ(work_.Replay(directory_, environment_).exit_code, 0);
    }

    // Below .pto-ninja, without what is Ninja's own: it starts before anything of ours.
    std::vector<std::string> PrivateFiles() const {
        std::vector<std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(directory_ + "/.pto-ninja")) {
            const std::string name = entry.path().filename();
            if (entry.is_regular_file() && !name.starts_with(".ninja")) files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    // A line of ours that says what to do.
    static std::string Advice(const Outcome& outcome) {
        for (const std::string_view line : Lines(outcome.All())) {
            if (line.starts_with("pto-") && line.find("error: ") != line.npos && line.find("; ") != line.npos) {
                return std::string(line);
            }
        }
        return {};
    }

    // Ninja reads this one before it starts anything of ours.
    void FollowAdvice(const std::string& path, const Outcome& outcome) {
        const bool read_by_ninja = path.ends_with("/toolchain.ninja");
        EXPECT_TRUE(read_by_ninja ? outcome.Has("toolchain.ninja") : !Advice(outcome).empty()) << outcome.All();
        if (fs::is_directory(path)) fs::remove(path);
        if (read_by_ninja) {
            EXPECT_EQ(work_.Generate(directory_, {}, environment_).exit_code, 0);
        }
    }

    bool Passes(const Outcome& outcome) const {
        return outcome.exit_code == 0 && outcome.Has("pto-replay: passed") &&
               ReadJson(directory_ + "/.pto-ninja/last_run.json")["result"] == "passed";
    }

    Workspace work_;
    Environment environment_;
    std::string directory_;
};

TEST_P(DamagedFilesTest, IsMadeAgainOrSaysWhatToDo) {
    const Damage& damage = kDamages[GetParam()];
    ASSERT_GT(PrivateFiles().size(), 20u);
    for (const std::string& path : PrivateFiles()) {
        if (!fs::exists(path)) continue;  // went with another one
        const std::string name = path.substr(directory_.size() + 1);
        const std::string whole = ReadFile(path);
        damage.happen(path);
        const std::string damaged = fs::is_regular_file(path) ? ReadFile(path) : std::string();
        const Outcome outcome = work_.Ninja(directory_, {"replay"}, environment_);
        if (!Passes(outcome)) {
            EXPECT_EQ(outcome.exit_code, 1) << name << "\n" << outcome.All();
            FollowAdvice(path, outcome);
            const Outcome after = work_.Ninja(directory_, {"replay"}, environment_);
            EXPECT_TRUE(Passes(after)) << name << "\n" << outcome.All() << "\nthen\n" << after.All();
        }
        // What this replay had no need of is damaged still.
        if (fs::is_directory(path)) fs::remove(path);
        if (!fs::exists(path) || ReadFile(path) == damaged) WriteFile(path, whole);
    }
    EXPECT_TRUE(Passes(work_.Ninja(directory_, {"replay"}, environment_)));
}

INSTANTIATE_TEST_SUITE_P(Kinds, DamagedFilesTest, testing::Range<size_t>(0, std::size(kDamages)),
                         [](const auto& damage) { return kDamages[damage.param].name; });

}  // namespace
}  // namespace pto::test
