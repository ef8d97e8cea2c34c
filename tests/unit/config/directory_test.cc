#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.h"
#include "contract/compiled_files.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/directory_listing.h"
#include "generator/config/unit_listing.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kMeta = R"({"schema": 1, "params": []})";
constexpr const char* kDistributed = R"({"schema": 2, "params": [], "distributed_config": {"device_ids": [0, 1],
    "num_sub_workers": 0, "runtime": "tensormap_and_ringbuffer", "aicpu_thread_num": 0}})";

std::string Config(const std::string& kernel) {
    return "from pathlib import Path\n_R = Path(__file__).parent\n"
           "ORCHESTRATION = {'source': str(_R / 'orchestration' / 'main.cpp'), 'function_name': 'entry'}\n"
           "KERNELS = [\n{'func_id': 0, 'source': str(_R / 'kernels' / 'aiv' / '" +
           kernel + ".cpp'), 'core_type': 'aiv'},\n]\n";
}

std::string Pto(const std::string& function) {
    return "module {\n  // func.func @comment()\n  func.func private @helper()\n  func.func @" + function +
           "(%a: i32) {\n";
}

void AddProgram(MemoryFileSystem* files, const std::string& directory, const std::string& kernel) {
    files->Add(directory + "/kernel_config.py", Config(kernel));
    files->Add(directory + "/orchestration/main.cpp");
    files->Add(directory + "/kernels/aiv/" + kernel + ".cpp");
    files->Add(directory + "/ptoas/" + kernel + ".pto", Pto(kernel));
}

void AddL3(MemoryFileSystem* files) {
    files->Add("/d/orchestration/host_orch.py");
    files->Add("/d/distributed_meta.json", kDistributed);
    AddProgram(files, "/d/next_levels/second", "two");
    AddProgram(files, "/d/next_levels/first", "one");
}

std::string ErrorOf(const FileSystem& files, const std::string& root = "/d") {
    try {
        LoadBuildDirectory({files, root});
        return "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        return error.what();
    }
}

std::string NotesOf(const BuildDirectory& build) {
    std::string text;
    for (const Note& note : build.notes) text += note.file + ":" + std::to_string(note.line) + ": " + note.text + "\n";
    return text;
}

TEST(LoadBuildDirectory, OneChip) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    files.Add("/d/compiled_meta.json", kMeta);
    files.Add("/d/compiled_meta.4711.tmp", "{");
    files.Add("/d/golden.py");
    const BuildDirectory build = LoadBuildDirectory({files, "/d"});
    EXPECT_EQ(build.root, "/d");
    EXPECT_EQ(build.kind, Kind::kL2);
    EXPECT_TRUE(build.has_golden);
    EXPECT_FALSE(build.distributed);
    EXPECT_EQ(NotesOf(build), "");
    ASSERT_EQ(build.programs.size(), 1u);
    const Program& program = build.programs[0];
    EXPECT_EQ(program.name, "main");
    EXPECT_EQ(program.directory, "");
    EXPECT_TRUE(program.meta);
    EXPECT_TRUE(program.has_golden);
    ASSERT_EQ(program.units.size(), 1u);
    EXPECT_EQ(program.units[0].name, "k");
    EXPECT_EQ(program.units[0].pto, "ptoas/k.pto");
    EXPECT_EQ(program.units[0].raw, "ptoas/k.cpp");
    EXPECT_THAT(program.units[0].functions, ElementsAre("k"));
    EXPECT_THAT(files.writes(), IsEmpty());
    EXPECT_THAT(files.reads(), ElementsAre("/d/kernel_config.py", "/d/compiled_meta.json", "/d/ptoas/k.pto"));
}

TEST(LoadBuildDirectory, OneChipWithLeftovers) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    AddProgram(&files, "/d/next_levels/foo", "x");
    files.AddDirectory("/d/next_levels/empty");
    const BuildDirectory build = LoadBuildDirectory({files, "/d"});
    EXPECT_EQ(build.kind, Kind::kL2);
    EXPECT_EQ(build.programs.size(), 1u);
    EXPECT_THAT(build.leftovers, ElementsAre("next_levels/foo"));
    EXPECT_EQ(NotesOf(build),
              "next_levels/foo:0: left over from another build: not part of this one, but buildable by itself\n");
    EXPECT_EQ(LoadBuildDirectory({files, "/d/next_levels/foo"}).programs[0].units[0].name, "x");
}

TEST(LoadBuildDirectory, Distributed) {
    MemoryFileSystem files;
    AddL3(&files);
    files.Add("/d/golden.py");
    files.Add("/d/next_levels/builtin.tensor.barrier/kernel_config.py", Config("b"));
    files.Add("/d/next_levels/builtin.tensor.barrier/orchestration/main.cpp");
    files.Add("/d/next_levels/builtin.tensor.barrier/kernels/aiv/b.cpp");
    files.Add("/d/next_levels/stray/x");
    const BuildDirectory build = LoadBuildDirectory({files, "/d"});
    EXPECT_EQ(build.kind, Kind::kL3);
    ASSERT_TRUE(build.distributed);
    EXPECT_THAT(build.distributed->config.device_ids, ElementsAre(0, 1));
    ASSERT_EQ(build.programs.size(), 3u);
    EXPECT_EQ(build.programs[0].name, "builtin.tensor.barrier");
    EXPECT_THAT(build.programs[0].units, IsEmpty());
    EXPECT_EQ(build.programs[1].name, "first");
    EXPECT_EQ(build.programs[1].directory, "next_levels/first");
    EXPECT_EQ(build.programs[1].config.kernels[0].source, "next_levels/first/kernels/aiv/one.cpp");
    EXPECT_EQ(build.programs[1].units[0].pto, "next_levels/first/ptoas/one.pto");
    EXPECT_FALSE(build.programs[1].has_golden);
    EXPECT_EQ(build.programs[2].name, "second");
    EXPECT_TRUE(build.has_golden);
    EXPECT_EQ(NotesOf(build), "next_levels/stray:0: has no kernel_config.py: ignored\n");
}

TEST(LoadBuildDirectory, SeveralOrchestrations) {
    MemoryFileSystem files;
    AddProgram(&files, "/d/next_levels/prefill", "p");
    AddProgram(&files, "/d/next_levels/decode", "q");
    files.Add("/d/next_levels/decode/compiled_meta.json", kMeta);
    const BuildDirectory build = LoadBuildDirectory({files, "/d"});
    EXPECT_EQ(build.kind, Kind::kMulti);
    ASSERT_EQ(build.programs.size(), 2u);
    EXPECT_EQ(build.programs[0].name, "decode");
    EXPECT_TRUE(build.programs[0].meta);
    EXPECT_EQ(build.programs[0].meta->file, "next_levels/decode/compiled_meta.json");
    EXPECT_FALSE(build.programs[1].meta);
}

const std::string kCompileAgain = "recompile the program with ir.compile()";
const std::string kGive = "give a build_output/<name> directory that ir.compile() made";
const std::string kTwoKinds = "remove those of the older build, or " + kCompileAgain + " into an empty directory";

struct Refusal {
    const char* name;
    void (*arrange)(MemoryFileSystem*);
    std::string expected;
};

class RefusedDirectory : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusedDirectory, SaysWhyAndWhatToDo) {
    MemoryFileSystem files;
    GetParam().arrange(&files);
    EXPECT_EQ(ErrorOf(files), GetParam().expected) << GetParam().name;
    EXPECT_THAT(files.writes(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    NoBuild, RefusedDirectory,
    ::testing::Values(
        Refusal{"missing", [](MemoryFileSystem*) {}, "/d: does not exist, expected a directory; " + kGive},
        Refusal{"file", [](MemoryFileSystem* files) { files->Add("/d"); },
                "/d: is a file, expected a directory; give the directory that holds it"},
        Refusal{"empty", [](MemoryFileSystem* files) { files->Add("/d/readme"); },
                "/d: is not a compiled directory: it has none of kernel_config.py, orchestration/host_orch.py and "
                "next_levels/*/kernel_config.py; " +
                    kGive},
        Refusal{"build_output", [](MemoryFileSystem* files) { AddProgram(files, "/d/_jit_a", "k"); },
                "/d: is not a compiled directory but holds some; give one of them, which 'pto-ninja list /d' shows"},
        Refusal{"build_output of distributed programs",
                [](MemoryFileSystem* files) { files->Add("/d/a/orchestration/host_orch.py"); },
                "/d: is not a compiled directory but holds some; give one of them, which 'pto-ninja list /d' shows"},
        Refusal{"build_output of several orchestrations",
                [](MemoryFileSystem* files) { AddProgram(files, "/d/a/next_levels/x", "k"); },
                "/d: is not a compiled directory but holds some; give one of them, which 'pto-ninja list /d' shows"},
        Refusal{
            "compile only",
            [](MemoryFileSystem* files) {
                files->Add("/d/compiled_meta.json", kMeta);
                files->Add("/d/kernels/aiv/tile_neg.pto");
            },
            "/d: is a compile-only build: no kernel_config.py, and 'kernels/aiv/tile_neg.pto' was never run through "
            "ptoas; " +
                kCompileAgain + " without skip_ptoas"},
        Refusal{"sidecar alone", [](MemoryFileSystem* files) { files->Add("/d/compiled_meta.json", kMeta); },
                "/d: has 'compiled_meta.json' but no 'kernel_config.py'; " + kCompileAgain},
        Refusal{"L3 sidecar alone",
                [](MemoryFileSystem* files) { files->Add("/d/distributed_meta.json", kDistributed); },
                "/d: has 'distributed_meta.json' but no 'orchestration/host_orch.py'; " + kCompileAgain},
        Refusal{"published",
                [](MemoryFileSystem* files) {
                    AddProgram(files, "/d", "k");
                    files->Add("/d/artifact_manifest.json");
                },
                "/d: is a published cache entry (it has artifact_manifest.json), which must not be changed; copy it to "
                "another "
                "place without artifact_manifest.json and use the copy"},
        Refusal{
            "published above",
            [](MemoryFileSystem* files) {
                AddProgram(files, "/d", "k");
                files->Add("/artifact_manifest.json");
            },
            "/d: lies in a published cache entry ('/artifact_manifest.json'), which must not be changed; copy it to "
            "another place without artifact_manifest.json and use the copy"}),
    [](const auto& test) { return "Case" + std::to_string(test.index); });

TEST(LoadBuildDirectory, WorksBelowADirectoryThatMayNotBeSearched) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    files.Add("/artifact_manifest.json");
    files.MakeInvisible("/artifact_manifest.json");
    EXPECT_EQ(LoadBuildDirectory({files, "/d"}).programs.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    TwoKinds, RefusedDirectory,
    ::testing::Values(Refusal{"config and plan",
                              [](MemoryFileSystem* files) {
                                  AddL3(files);
                                  AddProgram(files, "/d", "k");
                              },
                              "/d: has the files of two kinds of build: 'kernel_config.py' (L2, one chip) and "
                              "'distributed_meta.json' and "
                              "'orchestration/host_orch.py' (L3, distributed); " +
                                  kTwoKinds},
                      Refusal{"config and L3 sidecar",
                              [](MemoryFileSystem* files) {
                                  AddProgram(files, "/d", "k");
                                  files->Add("/d/distributed_meta.json", kDistributed);
                              },
                              "/d: has the files of two kinds of build: 'kernel_config.py' (L2, one chip) and "
                              "'distributed_meta.json' (L3, "
                              "distributed); " +
                                  kTwoKinds},
                      Refusal{"L2 sidecar and plan",
                              [](MemoryFileSystem* files) {
                                  AddL3(files);
                                  files->Add("/d/compiled_meta.json", kMeta);
                              },
                              "/d: has the files of two kinds of build: 'compiled_meta.json' (L2, one chip) and "
                              "'distributed_meta.json' and "
                              "'orchestration/host_orch.py' (L3, distributed); " +
                                  kTwoKinds},
                      Refusal{"L2 sidecar and programs",
                              [](MemoryFileSystem* files) {
                                  AddProgram(files, "/d/next_levels/p", "k");
                                  files->Add("/d/compiled_meta.json", kMeta);
                              },
                              "/d: has the files of two kinds of build: 'compiled_meta.json' (L2, one chip) and "
                              "'next_levels/*/kernel_config.py' (several programs); " +
                                  kTwoKinds}),
    [](const auto& test) { return "Case" + std::to_string(test.index); });

INSTANTIATE_TEST_SUITE_P(
    Incomplete, RefusedDirectory,
    ::testing::Values(
        Refusal{"kernel gone",
                [](MemoryFileSystem* files) {
                    AddProgram(files, "/d", "k");
                    files->Remove("/d/kernels/aiv/k.cpp");
                },
                "/d/kernel_config.py:5: KERNELS[0] (k): source 'kernels/aiv/k.cpp' does not exist; restore it, or " +
                    kCompileAgain},
        Refusal{
            "orchestration gone",
            [](MemoryFileSystem* files) {
                AddProgram(files, "/d", "k");
                files->Remove("/d/orchestration/main.cpp");
            },
            "/d/kernel_config.py:3: ORCHESTRATION: source 'orchestration/main.cpp' does not exist; restore it, or " +
                kCompileAgain},
        Refusal{"kernel of a program gone",
                [](MemoryFileSystem* files) {
                    AddL3(files);
                    files->Remove("/d/next_levels/second/kernels/aiv/two.cpp");
                },
                "/d/next_levels/second/kernel_config.py:5: program 'second': KERNELS[0] (two): source "
                "'next_levels/second/kernels/aiv/two.cpp' does not exist; restore it, or " +
                    kCompileAgain},
        Refusal{
            "failed compile",
            [](MemoryFileSystem* files) {
                AddProgram(files, "/d", "k");
                files->Remove("/d/kernels/aiv/k.cpp");
                files->Add("/d/next_levels/publish/report/codegen_errors.txt");
            },
            "/d/kernel_config.py:5: KERNELS[0] (k): source 'kernels/aiv/k.cpp' does not exist: the compile failed; see "
            "'/d/next_levels/publish/report/codegen_errors.txt', mend the program and compile it again with "
            "ir.compile()"},
        Refusal{
            "failed compile without config",
            [](MemoryFileSystem* files) { files->Add("/d/report/codegen_errors.txt"); },
            "/d: has no kernel_config.py: the compile failed; see '/d/report/codegen_errors.txt', mend the program and "
            "compile it again with ir.compile()"},
        Refusal{"failed program of several",
                [](MemoryFileSystem* files) {
                    AddL3(files);
                    files->Add("/d/next_levels/third/report/codegen_errors.txt");
                },
                "/d: 'next_levels/third' has no kernel_config.py: the compile failed; see "
                "'/d/next_levels/third/report/codegen_errors.txt', mend the program and compile it again with "
                "ir.compile()"},
        Refusal{
            "L3 without sidecar",
            [](MemoryFileSystem* files) {
                AddL3(files);
                files->Remove("/d/distributed_meta.json");
            },
            "/d/distributed_meta.json: does not exist, expected beside 'orchestration/host_orch.py'; " + kCompileAgain},
        Refusal{"L3 without programs",
                [](MemoryFileSystem* files) {
                    files->Add("/d/orchestration/host_orch.py");
                    files->Add("/d/distributed_meta.json", kDistributed);
                },
                "/d: has 'orchestration/host_orch.py' but no 'next_levels/*/kernel_config.py'; " + kCompileAgain},
        Refusal{"no kernels", [](MemoryFileSystem* files) { files->Add("/d/kernel_config.py", "KERNELS = []"); },
                "/d/kernel_config.py:1: KERNELS is empty; nothing can be run from it; " + kCompileAgain},
        Refusal{"unreadable",
                [](MemoryFileSystem* files) {
                    AddProgram(files, "/d", "k");
                    files->MakeUnreadable("/d/kernel_config.py");
                },
                "/d/kernel_config.py: cannot be read: Permission denied"},
        Refusal{
            "function in two units",
            [](MemoryFileSystem* files) {
                AddProgram(files, "/d", "k");
                files->Add("/d/ptoas/zz.pto", "\n" + Pto("k"));
            },
            "/d/ptoas/zz.pto:5: function 'k' is also defined in '/d/ptoas/k.pto:4'; a kernel must come from one unit: "
            "remove one of the definitions"}),
    [](const auto& test) { return "Case" + std::to_string(test.index); });

TEST(LoadBuildDirectory, MissingSourcesCanBeNotes) {
    MemoryFileSystem files;
    AddL3(&files);
    files.Remove("/d/next_levels/second/kernels/aiv/two.cpp");
    EXPECT_EQ(
        NotesOf(LoadBuildDirectory({files, "/d"}, MissingSources::kNote)),
        "next_levels/second/kernel_config.py:5: KERNELS[0] (two): source 'next_levels/second/kernels/aiv/two.cpp' does "
        "not exist\n");
}

TEST(LoadBuildDirectory, HelperInTwoUnitsIsFine) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    files.Add("/d/ptoas/a.pto", Pto("common"));
    files.Add("/d/ptoas/b.pto", Pto("common"));
    EXPECT_EQ(LoadBuildDirectory({files, "/d"}).programs[0].units.size(), 3u);
}

TEST(LoadBuildDirectory, RelativeRootsAreShownAsGiven) {
    MemoryFileSystem files;
    files.Add("out/d/kernel_config.py", "for");
    EXPECT_THAT(ErrorOf(files, "./out//d/"),
                ::testing::StartsWith("out/d/kernel_config.py:1:1: unsupported: for statement; "));
}

TEST(PtoFunctions, PublicDefinitionsInOrder) {
    const std::vector<PtoFunction> functions = FindPtoFunctions(
        "module attributes {x = \"func.func @no\"} {\n  func.func @a(%x: i32)\n// func.func @b()\n"
        "  func.func private @c() -> i32 {\n\tfunc.func public @d_2$(\n    %y: i32) {\n  func.func @\"e "
        "f\"()\nfunc.func\n@g()"
        "\n call @func.func @h\nfunc.func");
    std::string text;
    for (const PtoFunction& function : functions) text += function.name + ":" + std::to_string(function.line) + " ";
    EXPECT_EQ(text, "a:2 d_2$:5 e f:7 g:8 ");
    EXPECT_THAT(PtoFunctionNames(""), IsEmpty());
}

TEST(Listing, HoldsWhatTheGraphIsPlannedFrom) {
    MemoryFileSystem files;
    AddL3(&files);
    files.Add("/d/golden.py").Add("/d/data/in/x.pt").Add("/d/data/actual/y.pt");
    files.Add("/d/debug/replay_hooks.cpp", "void MakeInputs();");
    files.Add("/d/next_levels/first/kernels/aiv/one.so").Add("/d/next_levels/first/ptoas/one.cpp");
    files.Add("/d/compiled_meta.12.tmp");
    EXPECT_EQ(
        ListingText({files, "/d"}, ReadingPtoFunctions(files)),
        "data/actual\ndata/in\ndata/in/x.pt\ndebug/replay_hooks.cpp\ndistributed_meta.json\ngolden.py\n"
        "next_levels/first/\nnext_levels/first/kernel_config.py\nnext_levels/first/kernels/aiv/one.cpp\n"
        "next_levels/first/ptoas/one.pto: one\nnext_levels/second/\nnext_levels/second/kernel_config.py\n"
        "next_levels/second/kernels/aiv/two.cpp\nnext_levels/second/ptoas/two.pto: two\norchestration/host_orch.py\n");
}

TEST(Listing, LeftoversAreOnlyNamed) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    AddProgram(&files, "/d/next_levels/foo", "x");
    EXPECT_EQ(ListingText({files, "/d"}, ReadingPtoFunctions(files)),
              "kernel_config.py\nkernels/aiv/k.cpp\nnext_levels/foo/\nptoas/k.pto: k\n");
    EXPECT_EQ(ListingText({files, "/nowhere"}, ReadingPtoFunctions(files)), "");
}

TEST(Listing, ChangesWithNamesAndFunctionsOnly) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    const auto listing = [&] { return ListingText({files, "/d"}, ReadingPtoFunctions(files)); };
    const std::string before = listing();
    files.Tick();
    files.Add("/d/kernels/aiv/k.cpp", "edited").Add("/d/ptoas/k.pto", Pto("k") + "edited").Add("/d/ptoas/k.cpp");
    EXPECT_EQ(listing(), before);
    files.Add("/d/ptoas/k.pto", Pto("k") + Pto("m"));
    EXPECT_NE(listing(), before);
    files.Add("/d/ptoas/k.pto", Pto("k")).Add("/d/kernels/aic/n.cpp");
    EXPECT_NE(listing(), before);
    files.Remove("/d/kernels/aic/n.cpp");
    EXPECT_EQ(listing(), before);
}

TEST(Listing, LetsTheCallerCacheByTimeAndSize) {
    MemoryFileSystem files;
    AddProgram(&files, "/d", "k");
    std::string asked;
    ListingText({files, "/d"}, [&](const std::string& path, const FileInfo& info) {
        asked += path + " " + std::to_string(info.size) + " " + std::to_string(info.mtime_ns == files.Now());
        return std::vector<std::string>{};
    });
    EXPECT_EQ(asked, "/d/ptoas/k.pto " + std::to_string(Pto("k").size()) + " 1");
    EXPECT_THAT(files.reads(), IsEmpty());
}

// The directories that the real toolchain made.
class Corpus : public ::testing::Test {
  protected:
    void SetUp() override {
        root_ = test::SharedRoot() + "/corpus";
        PTO_NEEDS_DATA("corpus");
    }
    BuildDirectory Load(const std::string& name) { return LoadBuildDirectory({files_, root_ + "/" + name}); }

    RealFileSystem files_;
    std::string root_;
};

struct Expected {
    const char* name;
    Kind kind;
    size_t programs;
    size_t kernels;  // of the first program
    size_t units;
    size_t params;
    bool golden;
};

TEST_F(Corpus, EveryDirectoryLoads) {
    const Expected cases[] = {
        {"gated_residual", Kind::kL2, 1, 3, 3, 3, true},       {"linear_relu", Kind::kL2, 1, 2, 2, 4, true},
        {"softmax_rows", Kind::kL2, 1, 1, 1, 2, true},         {"accumulate_inout", Kind::kL2, 1, 1, 1, 2, true},
        {"scaled_rows_dynamic", Kind::kL2, 1, 1, 1, 3, false}, {"clamp_scale_a5", Kind::kL2, 1, 1, 1, 2, false},
        {"map_reduce_l3", Kind::kL3, 2, 1, 1, 3, true},        {"two_orchs", Kind::kMulti, 2, 1, 1, 2, false},
        {"block_rows_spmd", Kind::kL2, 1, 2, 2, 2, true},      {"wide_chain", Kind::kL2, 1, 40, 40, 3, true},
    };
    for (const Expected& expected : cases) {
        SCOPED_TRACE(expected.name);
        const BuildDirectory build = Load(expected.name);
        EXPECT_EQ(build.kind, expected.kind);
        EXPECT_EQ(build.has_golden, expected.golden);
        ASSERT_EQ(build.programs.size(), expected.programs);
        const Program& first = build.programs[0];
        EXPECT_EQ(first.config.kernels.size(), expected.kernels);
        ASSERT_EQ(first.units.size(), expected.units);
        for (const Unit& unit : first.units) EXPECT_THAT(unit.functions, ElementsAre(unit.name));
        const CompiledMeta& meta = build.distributed ? build.distributed->common : *first.meta;
        EXPECT_EQ(meta.params.size(), expected.params);
        EXPECT_EQ(NotesOf(build), "");
    }
    EXPECT_EQ(Load("clamp_scale_a5").programs[0].meta->backend, "Ascend950");
    EXPECT_FALSE(Load("scaled_rows_dynamic").programs[0].meta->params[2].shape);
    EXPECT_EQ(Load("two_orchs/next_levels/decode").kind, Kind::kL2);
}

TEST_F(Corpus, BuildsThatCannotRunAreRefused) {
    EXPECT_EQ(
        ErrorOf(files_, root_ + "/failed_compile"),
        root_ +
            "/failed_compile/kernel_config.py:23: KERNELS[0] (scale_publish): source 'kernels/aiv/scale_publish.cpp' "
            "does not exist: the compile failed; see '" +
            root_ +
            "/failed_compile/next_levels/publish/report/codegen_errors.txt', mend the program and compile it "
            "again with ir.compile()");
    EXPECT_EQ(
        ErrorOf(files_, root_ + "/compile_only"),
        root_ +
            "/compile_only: is a compile-only build: no kernel_config.py, and 'kernels/aiv/tile_neg.pto' was never run "
            "through ptoas; " +
            kCompileAgain + " without skip_ptoas");
    const std::string builtin = "next_levels/builtin.tensor.allreduce__sum__fp32";
    const std::string kernel = "builtin_tensor_allreduce__sum__fp32_kernel";
    EXPECT_EQ(ErrorOf(files_, root_ + "/share_sum_l3"),
              root_ + "/share_sum_l3/" + builtin +
                  "/kernel_config.py:20: program 'builtin.tensor.allreduce__sum__fp32': "
                  "KERNELS[0] (" +
                  kernel + "): source '" + builtin + "/kernels/aiv/" + kernel +
                  ".cpp' does not exist; restore it, or " + kCompileAgain);
    const BuildDirectory build = LoadBuildDirectory({files_, root_ + "/share_sum_l3"}, MissingSources::kNote);
    EXPECT_EQ(build.programs.size(), 3u);
    EXPECT_EQ(build.notes.size(), 1u);
}

}  // namespace
}  // namespace pto::gen
