#include "generator/steps/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "base/hash.h"
#include "base/json.h"
#include "contract/layout.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/made_files.h"
#include "generator/steps/surroundings.h"
#include "tests/support/error_of.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

constexpr int64_t kOneSecond = 1'000'000'000;

// A directory with two objects that are up to date: "a.so" of a.cpp and a.h, "b.so" of b.cpp.
class ScanTest : public testing::Test {
  protected:
    ScanTest() : inside_(space_.Root()) {
        for (const char* name : {"a.cpp", "a.h", "b.cpp"}) space_.Write(name, std::string("text of ") + name);
        space_.Write("kernel_config.py", "KERNELS");
        space_.Write("unit.pto", "func");
        space_.Write("include/x/y.hpp", "header");
        Compiled("a.so", {"a.cpp", "a.h"});
        Compiled("b.so", {"b.cpp"});
        plan_.objects = {{"a.so", "a.cpp"}, {"b.so", "b.cpp"}};
        plan_.groups = {
            {"id/headers", {"include"}}, {"golden/witness", {"golden.py", "data"}}, {"unit.witness", {"unit.pto"}}};
        plan_.config_files = {"kernel_config.py", "gone.json"};
        plan_.environment = {"SET", "EMPTY", "UNSET"};
        plan_.compilers = {{"id/cxx", "g++-15"}};
        environment_.variable = [this](const std::string& name) -> std::optional<std::string> {
            const auto found = variables_.find(name);
            return found == variables_.end() ? std::nullopt : std::optional(found->second);
        };
        environment_.program_identity = [this](const std::string& program) {
            return program + " " + compiler_version_;
        };
        environment_.commit = [this](const std::string& root) { return root == "isa" ? commit_ : ""; };
        environment_.is_clean = [this](const ScanTree&) { return clean_; };
        environment_.ptoas_identity = [](const std::string& ptoas) { return "ptoas '" + ptoas + "'"; };
        environment_.listing = [this](HashCache&) { return listing_; };
        environment_.generator_identity = "0.1.0 abc";
        environment_.directory = "/home/me/build";
        environment_.now_ns = files_.Stat("b.so.witness")->ctime_ns;
        Scan(files_, plan_, environment_);
    }

    void Compiled(const std::string& object, const std::vector<std::string>& inputs) {
        CompileRecord record;
        for (const std::string& input : inputs) record.inputs.push_back({ContentHash(space_.Read(input)), input});
        space_.Write(object + ".witness", "old");
        space_.Write(object, "object");
        space_.Write(RecordOf(object), CompileRecordText(record));
    }

    // Sets every file back to one time, so that whatever is written later shows.
    void AgeAll() {
        for (const std::string& name : space_.Files()) space_.SetTime(name, 1000 * kOneSecond);
    }

    // Names that a scan writes.
    std::vector<std::string> Scanned() {
        AgeAll();
        Scan(files_, plan_, environment_);
        std::vector<std::string> names;
        for (const std::string& name : space_.Files()) {
            if (space_.Time(name) != 1000 * kOneSecond && name != kScanCacheFile) names.push_back(name);
        }
        return names;
    }

    using Names = std::vector<std::string>;
    const test::TempSpace space_;
    const test::WorkingDirectory inside_;
    RealFileSystem files_;
    ScanPlan plan_;
    ScanEnvironment environment_;
    std::map<std::string, std::string> variables_ = {{"SET", "a b=c"}, {"EMPTY", ""}};
    std::string compiler_version_ = "15.1";
    std::string commit_ = "c0ffee";
    bool clean_ = true;
    std::string listing_ = "name ptoas/mix.pto\n";
};

TEST_F(ScanTest, NothingChangedWritesNothing) {
    EXPECT_EQ(Scanned(), Names{});
    EXPECT_EQ(space_.Read("a.so.witness"), "old") << "current objects are left alone from the start";
}

TEST_F(ScanTest, InputsListWholeText) {
    EXPECT_EQ(space_.Read(".pto-ninja/inputs.list"),
              "generator 0.1.0 abc\n"
              "directory /home/me/build\n"
              "content " +
                  ContentHash("KERNELS") +
                  " kernel_config.py\n"
                  "content missing gone.json\n"
                  "environment SET=a b=c\n"
                  "environment EMPTY=\n"
                  "environment UNSET unset\n"
                  "name ptoas/mix.pto\n");
}

TEST_F(ScanTest, IdentitiesAndGroupsWholeText) {
    EXPECT_EQ(space_.Read("id/cxx"), "g++-15 15.1\n");
    EXPECT_EQ(space_.Read("unit.witness"), ContentHash("func") + "\n");
    HashBuilder both;
    both.Add("missing");
    both.Add("missing");
    EXPECT_EQ(space_.Read("golden/witness"), both.Finish() + "\n");
    EXPECT_FALSE(space_.Exists("id/ptoas")) << "no unit needs ptoas";
    plan_.ptoas_witness = "id/ptoas";
    plan_.ptoas = "/my/ptoas";
    EXPECT_EQ(Scanned(), Names{"id/ptoas"});
    EXPECT_EQ(space_.Read("id/ptoas"), "ptoas '/my/ptoas'\n");
}

TEST_F(ScanTest, AskedToRecompileTouchesEveryObject) {
    environment_.recompile = true;
    EXPECT_EQ(Scanned(), (Names{"a.so.witness", "b.so.witness"}));
}

// The witnesses of one scan share a file; the next scan leaves those alone that it does not touch.
TEST_F(ScanTest, WitnessesOfOneScanAreOneFile) {
    environment_.recompile = true;
    Scan(files_, plan_, environment_);
    EXPECT_EQ(files_.Stat("a.so.witness")->inode, files_.Stat("b.so.witness")->inode);
    environment_.recompile = false;
    space_.Write("b.cpp", "TEXT of b.cpp");
    EXPECT_EQ(Scanned(), Names{"b.so.witness"});
    EXPECT_NE(files_.Stat("a.so.witness")->inode, files_.Stat("b.so.witness")->inode);
}

// Another commit is another identity even with the same headers, and so are other headers at the same commit.
TEST_F(ScanTest, TreeIsItsCommitAndItsHeaders) {
    space_.Write("isa/include/pto/pto-inst.hpp", "one");
    plan_.trees = {{"id/isa", "isa", {"include"}, false}};
    EXPECT_EQ(Scanned(), (Names{".pto-ninja/inputs.list", "id/isa"}));
    RealFileSystem files;
    HashCache hashes(files, "", 0);
    EXPECT_EQ(space_.Read("id/isa"), "c0ffee " + *hashes.Hash("isa/include") + "\n");
    EXPECT_NE(space_.Read(".pto-ninja/inputs.list").find("\ntree c0ffee " + *hashes.Hash("isa/include") + " isa\n"),
              std::string::npos);
    EXPECT_EQ(Scanned(), Names{});
    commit_ = "deed";
    EXPECT_EQ(Scanned(), (Names{".pto-ninja/inputs.list", "id/isa"}));
    space_.Write("isa/include/pto/pto-inst.hpp", "two");
    EXPECT_EQ(Scanned(), (Names{".pto-ninja/inputs.list", "id/isa"}));
    commit_ = "";
    EXPECT_EQ(Scanned(), (Names{".pto-ninja/inputs.list", "id/isa"}));
    EXPECT_EQ(space_.Read("id/isa").substr(0, 10), "no commit ");
    // Without --strict-identity, what git thinks of the tree does not matter: the digest tells every change.
    clean_ = false;
    EXPECT_EQ(Scanned(), Names{});
}

TEST_F(ScanTest, StrictTreeThatIsNotCleanChangesEveryTime) {
    space_.Write("isa/include/pto/pto-inst.hpp", "one");
    plan_.trees = {{"id/isa", "isa", {"include"}, true}};
    Scanned();
    EXPECT_EQ(Scanned(), Names{}) << "a clean checkout is its commit";
    clean_ = false;
    environment_.now_ns += kOneSecond;
    EXPECT_EQ(Scanned(), Names{"id/isa"});
    environment_.now_ns += kOneSecond;
    EXPECT_EQ(Scanned(), Names{"id/isa"}) << "and inputs.list stays, or build.ninja would be written for ever";
}

// Whatever the time says: the files of this test all have one time in the past.
TEST_F(ScanTest, EditTouchesTheWitnessOfItsObjectOnly) {
    space_.Write("b.cpp", "TEXT of b.cpp");
    EXPECT_EQ(Scanned(), Names{"b.so.witness"});
    EXPECT_EQ(space_.Read("b.so.witness"), "the inputs of this object have changed since it was made\n");
    EXPECT_EQ(Scanned(), Names{"b.so.witness"}) << "until it is compiled";
    Compiled("b.so", {"b.cpp"});
    EXPECT_EQ(Scanned(), Names{});
    space_.Write("a.h", "TEXT of a.h");
    EXPECT_EQ(Scanned(), Names{"a.so.witness"});
    space_.Write("a.h", "text of a.h");
    EXPECT_EQ(Scanned(), Names{}) << "back to what the object was made from";
}

TEST_F(ScanTest, VanishedInputOrRecordOrWitness) {
    space_.Remove("a.h");
    EXPECT_EQ(Scanned(), Names{"a.so.witness"});
    space_.Write("a.h", "text of a.h");
    space_.Remove("b.so.inputs");
    EXPECT_EQ(Scanned(), Names{"b.so.witness"});
    Compiled("b.so", {"b.cpp"});
    space_.Remove("a.so.witness");
    EXPECT_EQ(Scanned(), Names{"a.so.witness"}) << "ninja needs the file to exist";
    space_.Write("a.so.inputs", "damaged");
    EXPECT_EQ(Scanned(), Names{"a.so.witness"});
}

TEST_F(ScanTest, ObjectOfAnotherSourceIsStale) {
    plan_.objects[0].source = "b.cpp";
    EXPECT_EQ(Scanned(), Names{"a.so.witness"});
}

TEST_F(ScanTest, ObjectThatWasNeverMade) {
    plan_.objects.push_back({"deep/c.so", "c.cpp"});
    EXPECT_EQ(Scanned(), Names{"deep/c.so.witness"});
}

// One object lies in the future: its witness has to as well, and those of the others must not.
TEST_F(ScanTest, AWitnessIsNotSharedWithOneOfTheFuture) {
    const int64_t future = environment_.now_ns + 3600 * kOneSecond;
    for (const char* name : {"a.so", "b.so"}) {
        space_.SetTime("a.so", environment_.now_ns);
        space_.SetTime("b.so", environment_.now_ns);
        space_.SetTime(name, future);
        environment_.recompile = true;
        Scan(files_, plan_, environment_);
        EXPECT_GT(space_.Time(std::string(name) + ".witness"), future);
        const std::string other = std::string(name) == "a.so" ? "b.so.witness" : "a.so.witness";
        EXPECT_LT(space_.Time(other), future);
    }
}

// Even of an object whose time lies in the future.
TEST_F(ScanTest, WitnessIsNewerThanItsObject) {
    const int64_t future = environment_.now_ns + 3600 * kOneSecond;
    for (const int64_t time : {space_.Time("b.so"), environment_.now_ns, future}) {
        space_.Write("b.cpp", "changed " + std::to_string(time));
        space_.SetTime("b.so", time);
        Scan(files_, plan_, environment_);
        EXPECT_GT(space_.Time("b.so.witness"), time);
        EXPECT_EQ(space_.Time("b.so"), time);
    }
}

TEST_F(ScanTest, GroupsAreWrittenOnlyIfDifferent) {
    space_.Write("include/x/y.hpp", "HEADER");
    EXPECT_EQ(Scanned(), Names{"id/headers"});
    space_.Write("include/new.hpp", "");
    EXPECT_EQ(Scanned(), Names{"id/headers"});
    space_.Write("data/in.pt", "1");
    EXPECT_EQ(Scanned(), Names{"golden/witness"});
    space_.Write("golden.py", "def f(): pass");
    EXPECT_EQ(Scanned(), Names{"golden/witness"});
    space_.Write("unit.pto", "func");
    EXPECT_EQ(Scanned(), Names{}) << "rewritten with the same text";
    compiler_version_ = "15.2";
    EXPECT_EQ(Scanned(), Names{"id/cxx"});
}

// Python was seen to read a variable: its edge is stale when that has another value, until it has run again.
TEST_F(ScanTest, WhatPythonSawTouchesTheWitness) {
    const auto save = [this](const Surroundings& seen) {
        SaveSurroundings(files_, SurroundingsOf("golden/witness"), seen, environment_.variable);
    };
    save({{}, {}, {"PTO_SEEN", "PTO_UNSET"}, {}});
    EXPECT_EQ(Scanned(), Names{});
    variables_["PTO_SEEN"] = "other";
    const std::string text = space_.Read("golden/witness");
    EXPECT_EQ(Scanned(), Names{"golden/witness"});
    EXPECT_EQ(space_.Read("golden/witness"), text);
    EXPECT_EQ(Scanned(), Names{"golden/witness"}) << "it has not run yet";
    save({{}, {}, {"PTO_SEEN", "PTO_UNSET"}, {}});
    EXPECT_EQ(Scanned(), Names{});
    save({{}, {}, {}, {"starts programs"}});
    EXPECT_EQ(Scanned(), Names{"golden/witness"});
    EXPECT_EQ(Scanned(), Names{"golden/witness"});
}

TEST_F(ScanTest, WhatDecidesTheGraphRewritesInputsList) {
    const Names inputs = {".pto-ninja/inputs.list"};
    space_.Write("kernel_config.py", "kernels");
    EXPECT_EQ(Scanned(), inputs);
    space_.Write("gone.json", "{}");
    EXPECT_EQ(Scanned(), inputs);
    variables_["UNSET"] = "";
    EXPECT_EQ(Scanned(), inputs) << "set to nothing is not unset";
    variables_["OTHER"] = "1";
    EXPECT_EQ(Scanned(), Names{});
    listing_ += "name ptoas/other.pto\n";
    EXPECT_EQ(Scanned(), inputs);
    environment_.generator_identity = "0.2.0";
    EXPECT_EQ(Scanned(), inputs);
    environment_.directory = "/moved";
    EXPECT_EQ(Scanned(), inputs);
    EXPECT_EQ(Scanned(), Names{});
}

TEST_F(ScanTest, VariablesAreAPartOfTheCompiler) {
    variables_["CPATH"] = "/more";
    EXPECT_EQ(Scanned(), Names{"id/cxx"});
    EXPECT_EQ(space_.Read("id/cxx"), "g++-15 15.1\nCPATH=/more\n");
    EXPECT_EQ(Scanned(), Names{});
    variables_["CPATH"] = "/other";
    EXPECT_EQ(Scanned(), Names{"id/cxx"});
    variables_["LANG"] = "C";
    EXPECT_EQ(Scanned(), Names{});
    variables_.erase("CPATH");
    EXPECT_EQ(Scanned(), Names{"id/cxx"});
    EXPECT_EQ(space_.Read("id/cxx"), "g++-15 15.1\n");
}

TEST_F(ScanTest, DamagedTextOfTheGenerationAsksForAnother) {
    space_.Write("manifest.json", "whole");
    plan_.generated = {{"manifest.json", ContentHash("whole")}};
    EXPECT_EQ(Scanned(), Names{});
    for (const char* text : {"", "who", "WHOLE"}) {
        space_.Write("manifest.json", text);
        EXPECT_EQ(Scanned(), Names{".pto-ninja/inputs.list"});
        EXPECT_NE(space_.Read(".pto-ninja/inputs.list").find("\ndamaged manifest.json\n"), std::string::npos);
        space_.Write("manifest.json", "whole");
        EXPECT_EQ(Scanned(), Names{".pto-ninja/inputs.list"});
    }
    space_.Remove("manifest.json");
    EXPECT_EQ(Scanned(), Names{".pto-ninja/inputs.list"});
}

TEST_F(ScanTest, DamagedOutputsOfAnEdgeAreRemoved) {
    const auto make = [this] {
        space_.Write("o/a", "text a");
        space_.Write("o/b", "text b");
        RecordMadeFiles(files_, {"o/a", "o/b"});
    };
    make();
    EXPECT_EQ(space_.Read("o/a.made"), ContentHash("text a") + " o/a\n" + ContentHash("text b") + " o/b\n");
    plan_.made = {{"o/a", "o/b"}, {"never made"}};
    EXPECT_EQ(Scanned(), Names{});
    for (const char* text : {"", "text", "text B"}) {
        space_.Write("o/b", text);
        Scan(files_, plan_, environment_);
        EXPECT_TRUE(space_.Exists("o/a"));
        EXPECT_FALSE(space_.Exists("o/b")) << text;
        make();
    }
    space_.Write("o/a.made", "damaged");
    Scan(files_, plan_, environment_);
    EXPECT_FALSE(space_.Exists("o/a") || space_.Exists("o/b")) << "nobody knows what they are";
    space_.MakeDirectory("o/a");
    EXPECT_EQ(test::ErrorOf([this] { Scan(files_, plan_, environment_); }),
              "o/a: a directory is in the place of a file; remove the directory");
}

// Whether or not a run follows: a compile that fails must not leave "passed" behind.
TEST_F(ScanTest, WhatChangedOutdatesTheLastRun) {
    const std::string passed = "{\"result\":\"passed\",\"date\":\"today\"}";
    const auto outdated = [&](const std::function<void()>& change) {
        space_.Write(kLastRunFile, passed);
        Scan(files_, plan_, environment_);
        EXPECT_EQ(space_.Read(kLastRunFile), passed) << "nothing has changed yet";
        change();
        Scan(files_, plan_, environment_);
        const Json json = Json::parse(space_.Read(kLastRunFile));
        EXPECT_EQ(json["date"], "today");
        return json["result"].get<std::string>() + ": " + json.value("outdated", "");
    };
    EXPECT_EQ(outdated([this] { space_.Write("golden.py", "new"); }), "outdated: golden.py or data changed");
    EXPECT_EQ(outdated([this] { space_.Write("data/in.pt", "new"); }), "outdated: golden.py or data changed");
    EXPECT_EQ(outdated([this] { space_.Write("unit.pto", "new"); }), "outdated: unit.pto changed");
    EXPECT_EQ(outdated([this] { compiler_version_ = "16"; }), "outdated: g++-15 changed");
    EXPECT_EQ(outdated([this] { listing_ += "more\n"; }), "outdated: metadata, a variable or pto-ninja itself changed");
    EXPECT_EQ(outdated([this] { space_.Remove("b.so"); }), "passed: ") << "it is made of the same again";
    Compiled("b.so", {"b.cpp"});
    EXPECT_EQ(outdated([this] { plan_.objects[1].flags = "others"; }), "outdated: the flags of 'b.cpp' changed");
    plan_.objects[1].flags.clear();
    EXPECT_EQ(outdated([this] { space_.Write("a.h", "new"); }), "outdated: 'a.h' changed");
    space_.Write(kLastRunFile, "damaged");
    Scan(files_, plan_, environment_);
    EXPECT_EQ(space_.Read(kLastRunFile), "damaged") << "the next run writes another";
}

TEST(Scan, EmptyPlanInMemory) {
    MemoryFileSystem files;
    ScanEnvironment environment;
    environment.listing = [](HashCache&) { return ""; };
    Scan(files, {}, environment);
    EXPECT_EQ(files.writes(), std::vector<std::string>{kInputsFile});
    EXPECT_EQ(files.Read(kInputsFile), "generator \ndirectory \n");
    Scan(files, {}, environment);
    EXPECT_EQ(files.writes().size(), 1u);
}

TEST(Scan, ReadsNoMoreThanRecordsAndCacheWhenNothingChanged) {
    MemoryFileSystem files;
    ScanEnvironment environment;
    environment.listing = [](HashCache&) { return ""; };
    ScanPlan plan;
    for (int i = 0; i < 50; ++i) {
        const std::string name = "k" + std::to_string(i);
        files.Add(name + ".cpp", name)
            .Add("common.h", "header")
            .Add(name + ".so", "x")
            .Add(WitnessOf(name + ".so"), "");
        const CompileRecord record = {{{ContentHash(name), name + ".cpp"}, {ContentHash("header"), "common.h"}}};
        files.Add(RecordOf(name + ".so"), CompileRecordText(record));
        plan.objects.push_back({name + ".so", name + ".cpp"});
    }
    for (int i = 0; i < 10; ++i) files.Tick();
    environment.now_ns = files.Now();
    Scan(files, plan, environment);
    files.ClearRecords();
    Scan(files, plan, environment);
    EXPECT_EQ(files.writes(), std::vector<std::string>{});
    std::vector<std::string> reads = files.reads();
    std::erase_if(reads, [](const std::string& path) { return path.ends_with(".so.inputs"); });
    EXPECT_EQ(reads, (std::vector<std::string>{kScanCacheFile, kInputsFile}));
}

}  // namespace
}  // namespace pto::gen
