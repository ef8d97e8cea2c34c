#include "generator/splice/splice_command.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/file_lock.h"
#include "base/file_system.h"
#include "generator/splice/ptoas.h"
#include "generator/splice/splice.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

namespace fs = std::filesystem;
using test::EnvironmentVariable;
using test::TempSpace;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

std::string ReadFile(const fs::path& path) {
    return RealFileSystem().Read(path.string());
}

struct CorpusUnit {
    std::string top;      // corpus/<top>
    std::string program;  // "" or the name below next_levels
    std::string unit;
    fs::path pto;

    std::string ProgramDirectory() const { return program.empty() ? "" : "next_levels/" + program; }
    // The beginning of the names of its recordings.
    std::string Key() const { return top + (program.empty() ? "" : "__" + program) + "__" + unit + "__"; }
};

std::vector<CorpusUnit> CorpusUnits(const std::string& corpus = "corpus") {
    std::vector<CorpusUnit> units;
    for (const auto& entry : fs::recursive_directory_iterator(test::SharedRoot() + "/" + corpus)) {
        const fs::path& path = entry.path();
        if (path.extension() != ".pto" || path.parent_path().filename() != "ptoas") continue;
        const fs::path relative = path.lexically_relative(test::SharedRoot() + "/" + corpus);
        const fs::path directory = relative.parent_path().parent_path();
        const bool nested = std::distance(directory.begin(), directory.end()) > 1;
        units.push_back(
            {directory.begin()->string(), nested ? directory.filename().string() : "", path.stem().string(), path});
    }
    std::sort(units.begin(), units.end(), [](const auto& a, const auto& b) { return a.pto < b.pto; });
    return units;
}

// "gated_residual__gate__original" -> its .pto, what ptoas printed, how it ended.
struct Recording {
    std::string pto;
    std::string raw;
    bool ok = false;
};

std::map<std::string, Recording> Recordings() {
    std::map<std::string, Recording> recordings;
    for (const auto& entry : fs::directory_iterator(test::SharedRoot() + "/recorded-ptoas/recordings")) {
        std::string name = ReadFile(entry.path() / "name");
        name.erase(name.find_last_not_of("\n") + 1);
        Recording recording;
        recording.pto = ReadFile(entry.path() / "in.pto");
        recording.ok = ReadFile(entry.path() / "exit").substr(0, 1) == "0";
        if (recording.ok) recording.raw = ReadFile(entry.path() / "out.cpp");
        recordings[name] = recording;
    }
    return recordings;
}

class SpliceCommandTest : public ::testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("recorded-ptoas");
        PTO_NEEDS_DATA("corpus");
    }

    // A copy of a corpus directory with the times of a fresh compile.
    void Copy(const std::string& top) {
        directory_ = top;
        fs::copy(test::SharedRoot() + "/corpus/" + top, space_.Path(top), fs::copy_options::recursive);
        for (const auto& entry : fs::recursive_directory_iterator(space_.Path(top))) {
            if (!entry.is_regular_file()) continue;
            const std::string path = entry.path().string();
            const bool raw = entry.path().parent_path().filename() == "ptoas" && entry.path().extension() == ".cpp";
            space_.SetTime(path, kCompiled + (path.ends_with(".pto") ? 0 : raw ? 1 : 2) * 1'000'000'000);
        }
    }

    SpliceOptions Options(const std::string& unit, const std::string& program = {}) {
        SpliceOptions options;
        options.directory = space_.Path(directory_);
        options.program = program.empty() ? directory_ : program;
        options.program_directory = program.empty() ? "" : "next_levels/" + program;
        options.unit = unit;
        options.stamp = ".pto-ninja/splice/" + unit + ".stamp";
        options.ptoas = test::SharedRoot() + "/recorded-ptoas";
        options.arch = directory_.ends_with("_a5") ? "a5" : "a3";
        options.print = [this](const std::string& line) { printed_.push_back(line); };
        return options;
    }

    std::string Path(const std::string& name) const { return directory_ + "/" + name; }

    std::string ErrorOf(const SpliceOptions& options) {
        try {
            SpliceWithPtoas(options);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }

    // Names, contents and times of everything in the directory but our own files.
    std::map<std::string, std::pair<std::string, int64_t>> Sources() const {
        std::map<std::string, std::pair<std::string, int64_t>> sources;
        for (const std::string& file : space_.Files()) {
            if (!file.starts_with(directory_ + "/")) continue;
            if (file.find(".pto-ninja/") != file.npos || file.find("/cache/") != file.npos) continue;
            sources[file] = {space_.Read(file), space_.Time(file)};
        }
        return sources;
    }

    // What lies in the directory and what its links lead to, but ours.
    std::map<std::string, std::pair<std::string, int64_t>> All() const {
        auto all = Sources();
        for (const std::string& file : space_.Files()) {
            if (file.starts_with("theirs")) all[file] = {space_.Read(file), space_.Time(file)};
        }
        return all;
    }

    static constexpr int64_t kCompiled = 1'700'000'000'000'000'000;
    TempSpace space_;
    std::string directory_;
    std::vector<std::string> printed_;
    EnvironmentVariable timeout_{"PYPTO_PTOAS_TIMEOUT", nullptr};
    EnvironmentVariable rebuild_{"PYPTO_REBUILD_FROM_PTO", nullptr};
};

// Among them two kernels of one unit that exchange tiles, in the form that had the lane in a variable of the header.
TEST_F(SpliceCommandTest, TheBodyOfEveryCorpusKernelComesFromItsRawText) {
    int kernels = 0;
    std::vector<CorpusUnit> units = CorpusUnits();
    if (fs::exists(test::SharedRoot() + "/corpus-2")) {
        for (const CorpusUnit& unit : CorpusUnits("corpus-2")) units.push_back(unit);
    }
    for (const CorpusUnit& unit : units) {
        const fs::path directory = unit.pto.parent_path().parent_path();
        const fs::path raw = fs::path(unit.pto).replace_extension(".cpp");
        if (!fs::exists(raw)) continue;
        for (const std::string& function : FindFunctions(ReadFile(raw))) {
            for (const char* core : {"aic", "aiv"}) {
                const fs::path kernel = directory / "kernels" / core / (function + ".cpp");
                if (!fs::exists(kernel)) continue;
                const std::string text = ReadFile(kernel);
                const KernelParts parts = SplitKernel(text, kernel.string());
                EXPECT_EQ(SpliceBody(parts, BodyFor(parts, function, ReadFile(raw), kernel.string())), text) << kernel;
                ++kernels;
            }
        }
    }
    EXPECT_GE(kernels, 57);
}

TEST_F(SpliceCommandTest, EveryUnitOfTheCorpusIsUpToDateAndNeverAssembled) {
    const TempSpace log;
    const EnvironmentVariable log_file("RECORDED_PTOAS_LOG", log.Path("log").c_str());
    std::map<std::string, decltype(Sources())> before;
    for (const CorpusUnit& unit : CorpusUnits()) {
        if (unit.top == "failed_compile") continue;
        directory_ = unit.top;
        if (!space_.Exists(unit.top)) {
            Copy(unit.top);
            before[unit.top] = Sources();
        }
        EXPECT_EQ(SpliceWithPtoas(Options(unit.unit, unit.program)).action, UnitAction::kNothing) << unit.pto;
    }
    for (const auto& [top, sources] : before) {
        directory_ = top;
        EXPECT_EQ(Sources(), sources) << top;
    }
    EXPECT_FALSE(log.Exists("log"));
    EXPECT_THAT(printed_, IsEmpty());
}

TEST_F(SpliceCommandTest, EveryRecordingGoesInAndTheOriginalComesBack) {
    int edited = 0;
    const std::map<std::string, Recording> recordings = Recordings();
    for (const CorpusUnit& unit : CorpusUnits()) {
        for (const auto& [name, recording] : recordings) {
            if (!name.starts_with(unit.Key()) || !recording.ok || name.ends_with("__original")) continue;
            SCOPED_TRACE(name);
            fs::remove_all(space_.Path(unit.top));
            Copy(unit.top);
            const SpliceOptions options = Options(unit.unit, unit.program);
            SpliceWithPtoas(options);
            const auto compiled = Sources();
            const std::string below = unit.program.empty() ? unit.top : unit.top + "/" + unit.ProgramDirectory();

            space_.Write(below + "/ptoas/" + unit.unit + ".pto", recording.pto);
            const UnitResult result = SpliceWithPtoas(options);
            ASSERT_EQ(result.rewritten.size(), 1u);
            EXPECT_EQ(space_.Read(below + "/ptoas/" + unit.unit + ".cpp"), recording.raw);
            const std::string kernel = unit.top + "/" + result.rewritten[0];
            const KernelParts parts = SplitKernel(compiled.at(kernel).first, kernel);
            const std::string function = fs::path(kernel).stem();
            EXPECT_EQ(space_.Read(kernel), SpliceBody(parts, BodyFor(parts, function, recording.raw, kernel)));
            EXPECT_NE(space_.Read(kernel), compiled.at(kernel).first);

            space_.Write(below + "/ptoas/" + unit.unit + ".pto", recordings.at(unit.Key() + "original").pto);
            EXPECT_EQ(SpliceWithPtoas(options).rewritten.size(), 1u);
            EXPECT_EQ(space_.Read(kernel), compiled.at(kernel).first);
            EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kNothing);
            ++edited;
        }
    }
    EXPECT_GE(edited, 9);
}

TEST_F(SpliceCommandTest, ASyntaxErrorChangesNothingAndNamesThePlace) {
    Copy("gated_residual");
    SpliceWithPtoas(Options("residual"));
    space_.Write(Path("ptoas/residual.pto"), Recordings().at("gated_residual__residual__syntax_error").pto);
    const auto before = Sources();
    EXPECT_EQ(ErrorOf(Options("residual")),
              "ptoas/residual.pto: ptoas 0.27 refused it (exit code 1); no file was changed; correct the .pto, or use "
              "a ptoas "
              "that knows it: --ptoas or PTOAS_ROOT");
    EXPECT_THAT(printed_, ElementsAre("ptoas/residual.pto:19:3: error: custom op 'pto.tsubb' is unknown",
                                      "Error: Failed to parse MLIR."));
    EXPECT_EQ(Sources(), before);
    space_.Write(Path("ptoas/residual.pto"), Recordings().at("gated_residual__residual__add_instead_of_sub").pto);
    EXPECT_EQ(SpliceWithPtoas(Options("residual")).action, UnitAction::kSpliced);
}

TEST_F(SpliceCommandTest, AsksPtoasAsPyPtosCompilerDoes) {
    Copy("clamp_scale_a5");
    const EnvironmentVariable log("RECORDED_PTOAS_LOG", space_.Path("log").c_str());
    space_.Write(Path("ptoas/clamp_scale_incore_0.pto"),
                 Recordings().at("clamp_scale_a5__clamp_scale_incore_0__times_eight").pto);
    SpliceOptions options = Options("clamp_scale_incore_0");
    options.extra_flags = {"--enable-inject-barrier-all-sync"};
    EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kSpliced);
    EXPECT_THAT(
        space_.Read("log"),
        MatchesRegex(
            "ptoas/clamp_scale_incore_0.pto -o [^ ]*/.pto-ninja/scratch/clamp_scale_a5/"
            ".clamp_scale_incore_0.pto-ninja-[0-9]+-[0-9]+.cpp --enable-insert-sync --pto-level=level3 --pto-arch=a5 "
            "--enable-inject-barrier-all-sync\n"));
}

TEST_F(SpliceCommandTest, CanBeSwitchedOff) {
    Copy("gated_residual");
    const EnvironmentVariable root("PTOAS_ROOT", "/no/such/root");
    space_.Write(Path("ptoas/gate.pto"), Recordings().at("gated_residual__gate__mul_instead_of_div").pto);
    const auto before = Sources();
    SpliceOptions options = Options("gate");
    options.rebuild_from_pto = false;
    EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kPending);
    options.rebuild_from_pto = true;
    {
        const EnvironmentVariable off("PYPTO_REBUILD_FROM_PTO", "No");
        EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kPending);
    }
    options.ptoas.clear();
    EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kPending);
    EXPECT_EQ(Sources(), before);
    EXPECT_THAT(
        printed_,
        ElementsAre(
            "ptoas/gate.pto: newer than ptoas/gate.cpp and not assembled: switched off by --no-rebuild-from-pto",
            "ptoas/gate.pto: newer than ptoas/gate.cpp and not assembled: switched off by PYPTO_REBUILD_FROM_PTO",
            "ptoas/gate.pto: newer than ptoas/gate.cpp and not assembled: PTOAS_ROOT is '/no/such/root', which has no "
            "executable "
            "ptoas, ptoas.sh or bin/ptoas (PATH is not searched)"));
}

TEST_F(SpliceCommandTest, HangingPtoasChangesNothing) {
    Copy("gated_residual");
    const EnvironmentVariable sleep("RECORDED_PTOAS_SLEEP", "60");
    space_.Write(Path("ptoas/gate.pto"), Recordings().at("gated_residual__gate__mul_instead_of_div").pto);
    const auto before = Sources();
    SpliceOptions options = Options("gate");
    options.timeout = "0.3";
    EXPECT_EQ(ErrorOf(options),
              "ptoas/gate.pto: ptoas timed out after 0.3 s (unit gate, ptoas 0.27); no file was changed; raise the "
              "limit with "
              "--ptoas-timeout or PYPTO_PTOAS_TIMEOUT (0: none)");
    EXPECT_EQ(Sources(), before);
}

TEST_F(SpliceCommandTest, WaitsForTheLockAndGivesUp) {
    Copy("gated_residual");
    SpliceWithPtoas(Options("gate"));
    space_.Write(Path("ptoas/gate.pto"), Recordings().at("gated_residual__gate__mul_instead_of_div").pto);
    const auto before = Sources();
    SpliceOptions options = Options("gate");
    options.lock_timeout_seconds = 0.1;
    {
        const FileLock held(BinaryContextLock(options.directory), 1, nullptr);
        EXPECT_THAT(
            ErrorOf(options),
            MatchesRegex(
                ".*/cache/.binary_context.lock: still held by (another process|process .*); wait for it to end, "
                "or stop it, and run again"));
        EXPECT_THAT(printed_, ElementsAre(MatchesRegex("waiting for (another process|process .*), which holds "
                                                       "cache/.binary_context.lock")));
        EXPECT_EQ(Sources(), before);
    }
    EXPECT_EQ(SpliceWithPtoas(options).action, UnitAction::kSpliced);
}

TEST_F(SpliceCommandTest, AKernelThatIsALinkStaysOne) {
    Copy("gated_residual");
    fs::rename(space_.Path(Path("kernels/aiv/gate.cpp")), space_.Path("mine.cpp"));
    fs::create_symlink(space_.Path("mine.cpp"), space_.Path(Path("kernels/aiv/gate.cpp")));
    space_.Write(Path("ptoas/gate.pto"), Recordings().at("gated_residual__gate__mul_instead_of_div").pto);
    EXPECT_EQ(SpliceWithPtoas(Options("gate")).action, UnitAction::kSpliced);
    EXPECT_TRUE(fs::is_symlink(space_.Path(Path("kernels/aiv/gate.cpp"))));
    EXPECT_THAT(space_.Read("mine.cpp"), HasSubstr("TMUL("));
}

// It is what ptoas printed, and has no sentinels by which a file could be told that is meant.
TEST_F(SpliceCommandTest, ARawTextThatIsALinkIsReplaced) {
    Copy("gated_residual");
    fs::rename(space_.Path(Path("ptoas/gate.cpp")), space_.Path("mine.cpp"));
    const std::string before = space_.Read("mine.cpp");
    fs::create_symlink(space_.Path("mine.cpp"), space_.Path(Path("ptoas/gate.cpp")));
    space_.Write(Path("ptoas/gate.pto"), Recordings().at("gated_residual__gate__mul_instead_of_div").pto);
    EXPECT_EQ(SpliceWithPtoas(Options("gate")).action, UnitAction::kSpliced);
    EXPECT_FALSE(fs::is_symlink(space_.Path(Path("ptoas/gate.cpp"))));
    EXPECT_THAT(space_.Read(Path("ptoas/gate.cpp")), HasSubstr("TMUL("));
    EXPECT_EQ(space_.Read("mine.cpp"), before);
}

// What lies there is not kept as compiled, and no restore would put it back.
TEST_F(SpliceCommandTest, NothingIsSplicedThroughALinkToAFolder) {
    const std::string edit = Recordings().at("gated_residual__gate__mul_instead_of_div").pto;
    const std::pair<const char*, const char*> folders[] = {
        {"kernels", "kernels/aiv/gate.cpp"}, {"kernels/aiv", "kernels/aiv/gate.cpp"}, {"ptoas", "ptoas/gate.cpp"}};
    for (const auto& [folder, file] : folders) {
        SCOPED_TRACE(folder);
        fs::remove_all(space_.Path("gated_residual"));
        fs::remove_all(space_.Path("theirs"));
        Copy("gated_residual");
        space_.Write(Path("ptoas/gate.pto"), edit);
        fs::rename(space_.Path(Path(folder)), space_.Path("theirs"));
        fs::create_symlink(space_.Path("theirs"), space_.Path(Path(folder)));
        const auto before = All();
        EXPECT_EQ(ErrorOf(Options("gate")), space_.Path(Path(folder)) +
                                                ": is a link that leads out of the directory, where '" + file +
                                                "' is not written; no file was changed; put the folder itself in its "
                                                "place");
        EXPECT_EQ(All(), before);
        fs::remove(space_.Path(Path(folder)));
        fs::rename(space_.Path("theirs"), space_.Path(Path(folder)));
        EXPECT_EQ(SpliceWithPtoas(Options("gate")).action, UnitAction::kSpliced);
    }
}

TEST_F(SpliceCommandTest, KilledAtAnyStepTheNextRunEndsRight) {
    const Recording edit = Recordings().at("gated_residual__gate__mul_instead_of_div");
    for (const char* step : {"assembled", "after-intent", "before-kernel-1", "after-kernel-1", "before-raw",
                             "after-raw", "before-state", "after-state", "before-stamp", "after-stamp"}) {
        SCOPED_TRACE(step);
        fs::remove_all(space_.Path("gated_residual"));
        Copy("gated_residual");
        SpliceWithPtoas(Options("gate"));
        const std::string stamp = space_.Read(Path(".pto-ninja/splice/gate.stamp"));
        space_.Write(Path("kernels/aiv/gate.cpp"), "// my header\n" + space_.Read(Path("kernels/aiv/gate.cpp")));
        const std::string kernel = space_.Read(Path("kernels/aiv/gate.cpp"));
        space_.Write(Path("ptoas/gate.pto"), edit.pto);

        const pid_t child = fork();
        if (child == 0) {
            setenv("PTO_NINJA_TEST_STOP_AT", step, 1);
            _exit(ErrorOf(Options("gate")) == "no error" ? 0 : 1);
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

        SpliceWithPtoas(Options("gate"));
        const KernelParts parts = SplitKernel(kernel, "gate.cpp");
        EXPECT_EQ(space_.Read(Path("kernels/aiv/gate.cpp")),
                  SpliceBody(parts, BodyFor(parts, "gate", edit.raw, "gate.cpp")));
        EXPECT_EQ(space_.Read(Path("ptoas/gate.cpp")), edit.raw);
        EXPECT_NE(space_.Read(Path(".pto-ninja/splice/gate.stamp")), stamp);
        EXPECT_EQ(SpliceWithPtoas(Options("gate")).action, UnitAction::kNothing);
    }
}

}  // namespace
}  // namespace pto::gen
