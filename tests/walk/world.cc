#include "tests/walk/world.h"

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "base/hash.h"
#include "generator/splice/splice.h"

namespace pto::walk {
namespace {

namespace fs = std::filesystem;

const std::string kNinja = std::string(PTO_BIN_DIR) + "/pto-ninja";

constexpr char kPtoas[] = R"(#!/bin/sh
in= out=
while [ $# -gt 0 ]; do
    case $1 in
        --version) echo 'ptoas 9.9'; exit 0 ;;
        -o) out=$2; shift ;;
        -*) ;;
        *) in=$1 ;;
    esac
    shift
done
gain=$(sed -n 's/.*gain = \([0-9]*\).*/\1/p' "$in")
unit=$(sed -n 's/.*func.func @\([a-z_]*\)(.*/\1/p' "$in")
[ -n "$gain" ] || { echo "$in:3:1: error: no gain" >&2; exit 1; }
sed "s/GAIN/$gain/g" "$(dirname "$0")/$unit.cpp" >"$out"
)";

std::string ReadAll(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no '" + from + "' in the example");
    return text.replace(at, from.size(), to);
}

ProcessResult Do(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                 double timeout = 0) {
    ProcessOptions options;
    options.arguments = arguments;
    options.environment = environment;
    options.environment.emplace_back("XDG_CACHE_HOME=/dev/null");
    options.timeout_seconds = timeout;
    return RunProcess(options);
}

// What a build from scratch reads.
bool IsSource(const std::string& name) {
    return !name.starts_with(".pto-ninja") && !name.starts_with(".ninja") && !name.starts_with("bench_outputs") &&
           name != "build.ninja" && name != "compile_commands.json" && !name.starts_with("debug") &&
           !name.starts_with("cache") && !name.starts_with("ptoas");
}

}  // namespace

World::World(std::string space, std::string cache)
    : space_(std::move(space)), cache_(std::move(cache)), directory_(space_ + "/d0") {
    fs::remove_all(space_);
    fs::create_directories(space_);
    fs::create_directories(cache_);
    fs::copy(std::string(PTO_SOURCE_DIR) + "/examples/three_steps", directory_, fs::copy_options::recursive);
    WriteAll(space_ + "/ptoas/ptoas", kPtoas);
    fs::permissions(space_ + "/ptoas/ptoas", fs::perms::owner_all);
    for (const std::string& unit : kUnits) {
        const std::string kernel = Read(Kernel(unit));
        const gen::KernelParts parts = gen::SplitKernel(kernel, unit);
        std::string raw = "#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n" + std::string(parts.body);
        raw = Replaced(raw, "static __aicore__ void", "__global__ AICORE void");
        raw = unit == "scale" ? Replaced(raw, "factor);", "factor * GAIN);") : raw + "// gain GAIN\n";
        templates_[unit] = raw;
        WriteAll(space_ + "/ptoas/" + unit + ".cpp", raw);
        Write("ptoas/" + unit + ".pto", PtoText(unit, 1));
        Write("ptoas/" + unit + ".cpp", RawText(unit, 1));
        std::string spliced = SpliceBody(parts, BodyFor(parts, unit, RawText(unit, 1), unit));
        if (unit == "scale") {
            spliced = Replaced(spliced, "#include \"tensor.h\"\n", "#include \"tensor.h\"\n#include \"extra.h\"\n");
            spliced = Replaced(spliced, "factor.value)", "factor.value + kExtra)");
        }
        Write(Kernel(unit), spliced);
        handled[unit] = PtoText(unit, 1);
    }
    Write("kernels/aiv/extra.h", "constexpr float kExtra = 0;\n");
    // So that the expected values are those of data/out, for which no Python is needed.
    Date("golden.py", -9000);
    for (const char* name : {"data/in/x.pt", "data/in/w.pt"}) Date(name, -8000);
    Date("data/out/out.pt", -7000);
    for (const std::string& unit : kUnits) {
        Date("ptoas/" + unit + ".pto", -3000);
        Date("ptoas/" + unit + ".cpp", -2000);
        Date(Kernel(unit), -1000);
    }
}

std::string World::Read(const std::string& name) const {
    return ReadAll(Path(name));
}
void World::Write(const std::string& name, const std::string& text) const {
    WriteAll(Path(name), text);
}
bool World::Exists(const std::string& name) const {
    return fs::exists(Path(name));
}
void World::Date(const std::string& name, int seconds) const {
    if (Exists(name)) fs::last_write_time(Path(name), fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
}

std::string World::PtoText(const std::string& unit, int gain) {
    return "module {\n  func.func @" + unit + "(%arg0: !pto.ptr<f32>) {\n  // gain = " + std::to_string(gain) +
           "\n  return\n  }\n}\n";
}

std::string World::RawText(const std::string& unit, int gain) const {
    return std::regex_replace(templates_.at(unit), std::regex("GAIN"), std::to_string(gain));
}

std::optional<std::string> World::ExpectedRaw(const std::string& unit) const {
    std::smatch gain;
    const std::string pto = Read("ptoas/" + unit + ".pto");
    if (!std::regex_search(pto, gain, std::regex("gain = ([0-9]+)"))) return std::nullopt;
    return RawText(unit, std::stoi(gain[1]));
}

std::optional<std::string> World::ExpectedKernel(const std::string& unit) const {
    const std::optional<std::string> raw = ExpectedRaw(unit);
    if (!raw) return std::nullopt;
    const std::string kernel = Read(Kernel(unit));
    const gen::KernelParts parts = gen::SplitKernel(kernel, unit);
    return SpliceBody(parts, BodyFor(parts, unit, *raw, unit));
}

std::vector<std::string> World::Environment(bool splices, const std::string& outputs) const {
    return {"PTO_WALK_CACHE=" + cache_, "PTOAS_ROOT=" + space_ + (ptoas_away ? "/nowhere" : "/ptoas"),
            std::string("PYPTO_REBUILD_FROM_PTO=") + (splices ? "1" : "0"),
            "PTO_REPLAY_FLAGS=--save-outputs " + outputs, "PTO_SIM_CXX=" PTO_BIN_DIR "/walk_compiler"};
}

ProcessResult World::Generate(const std::vector<std::string>& flags) const {
    std::vector<std::string> words = {kNinja,
                                      "-q",
                                      directory_,
                                      "--no-pch",
                                      "--platform",
                                      platform,
                                      "--orchestration-cxx",
                                      PTO_BIN_DIR "/walk_compiler"};
    words.insert(words.end(), flags.begin(), flags.end());
    return Do(words, Environment(true, space_ + "/out.safetensors"));
}

ProcessResult World::Tool(const std::vector<std::string>& arguments) const {
    return Do(arguments, Environment(true, space_ + "/out.safetensors"));
}

Ending World::End(const ProcessResult& result, const std::string& outputs) const {
    Ending ending{result.exit_code, fs::exists(outputs) ? ReadAll(outputs) : "", result.out + result.err};
    fs::remove(outputs);
    return ending;
}

Ending World::Replay() {
    const std::string outputs = space_ + "/out.safetensors";
    fs::remove(outputs);  // of a build that was killed
    if (!Exists("build.ninja")) {
        const ProcessResult generated = Generate({});
        if (!generated.Ok()) return {generated.exit_code, "", generated.out + generated.err};
    }
    return End(Do({"ninja", "-C", directory_, "replay"}, Environment(true, outputs)), outputs);
}

void World::ReplayKilled(double seconds) const {
    // Its group and all that it has started.
    Do({"timeout", "-s", "KILL", std::to_string(seconds), "ninja", "-C", directory_, "replay"},
       Environment(true, space_ + "/out.safetensors"));
}

Ending World::FromScratch() {
    std::string key = platform;
    for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
        const std::string name = fs::relative(entry.path(), directory_);
        if (entry.is_regular_file() && IsSource(name)) key += "\n" + name + "\n" + ReadAll(entry.path());
    }
    key = ContentHash(key);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const std::string copy = space_ + "/scratch";
    const std::string outputs = space_ + "/scratch.safetensors";
    fs::remove_all(copy);
    fs::create_directories(copy);
    std::vector<std::string> command = {"cp", "-a"};
    for (const auto& entry : fs::directory_iterator(directory_)) {
        if (IsSource(entry.path().filename())) command.push_back(entry.path());
    }
    command.push_back(copy);
    Do(command, {});
    const std::vector<std::string> environment = Environment(false, outputs);
    const ProcessResult generated = Do(
        {kNinja, "-q", copy, "--no-pch", "--platform", platform, "--orchestration-cxx", PTO_BIN_DIR "/walk_compiler"},
        environment);
    Ending ending{generated.exit_code, "", generated.out + generated.err};
    if (generated.Ok()) ending = End(Do({"ninja", "-C", copy, "replay"}, environment), outputs);
    return known_[key] = ending;
}

void World::Move(bool copy) {
    const std::string to = space_ + "/d" + std::to_string(++moves_);
    if (copy) {
        Do({"cp", "-a", directory_, to}, {});
        fs::remove_all(directory_);
    } else {
        fs::rename(directory_, to);
    }
    directory_ = to;
}

}  // namespace pto::walk
