#include "tests/support/stub_runtime.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"

namespace pto::test {
namespace {

run::Program StubProgram(const std::string& name, const std::string& entry_symbol) {
    run::Program program;
    program.name = name;
    program.orchestration = {"orchestration.cpp", "orchestration.so", entry_symbol, {"IN", "OUT"}};
    program.kernels = {{0, "cube", "aic", "cube.cpp", "cube.so", {"IN", "OUT"}},
                       {1, "vector", "aiv", "vector.cpp", "vector.so", {"INOUT", "SCALAR"}}};
    program.config.runtime = "tensormap_and_ringbuffer";
    return program;
}

struct GenerationRow {
    const char* name;
    const char* adapter;
    bool shares_log;  // the libraries of this runtime look into those that its caller loads
};
constexpr GenerationRow kGenerationsByName[] = {
    {"June", PTO_STUB_ADAPTER_2026_06, true},
    {"July", PTO_STUB_ADAPTER_2026_07, true},
    {"August", PTO_STUB_ADAPTER, false},
    {"September", PTO_STUB_ADAPTER_2026_09, false},
};

}  // namespace

std::string GenerationName(const testing::TestParamInfo<Generation>& generation) {
    return kGenerationsByName[static_cast<size_t>(generation.param)].name;
}

std::vector<std::string> StubHeaders(Generation generation) {
    const std::string stub = std::string(PTO_SOURCE_DIR) + "/tests/support/simpler_stub";
    switch (generation) {
        case Generation::k2026June:
            return {stub + "_2026_06", stub};
        case Generation::k2026July:
            return {stub + "_2026_07", stub + "_2026_06", stub};
        case Generation::k2026August:
            return {stub};
        case Generation::k2026September:
            return {stub + "_2026_09", stub};
    }
    return {};
}

void CopyStubHeaders(Generation generation, const TempSpace& space) {
    std::vector<std::string> directories = StubHeaders(generation);
    std::reverse(directories.begin(), directories.end());
    for (const std::string& directory : directories) {
        std::filesystem::copy(
            directory, space.Root(),
            std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
    }
}

void ReplaceInFile(const TempSpace& space, const std::string& file, const std::string& before,
                   const std::string& after) {
    std::string text = space.Read(file);
    const size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
    space.Write(file, text);
}

std::vector<std::string> StartRecord(Generation generation, int device, int threshold, bool enable_sdma) {
    const std::string init = "init @/host.so @/aicpu.so @/aicore.so '' device " + std::to_string(device);
    // Both thresholds are the level of warnings there.
    const std::vector<std::string> steps = {"log 2 step 0", "log library 2 step 0"};
    const std::string log = "log " + std::to_string(threshold);
    switch (generation) {
        case Generation::k2026June:
            return {steps[0], steps[1], init};
        case Generation::k2026July:
            return {steps[0], steps[1], init + " prewarm"};
        case Generation::k2026August:
            return {log, init + " prewarm workspaces " + (enable_sdma ? "1" : "0") + " '@/context.so' ''"};
        case Generation::k2026September:
            return {log, init + " prewarm " + (enable_sdma ? "with" : "without") + " sdma '@/context.so' ''"};
    }
    return {};
}

ProcessResult CompileAdapter(const std::vector<std::string>& include_directories, const std::string& output,
                             const std::vector<std::string>& flags) {
    const std::string source = std::string(PTO_SOURCE_DIR) + "/runtime/simpler/adapter.cc";
    ProcessOptions options;
    options.arguments = {"c++", "-std=c++17", "-O0", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden", "-w"};
    for (const std::string& directory : include_directories) options.arguments.push_back("-I" + directory);
    options.arguments.insert(options.arguments.end(), flags.begin(), flags.end());
    for (const std::string& last : {source, std::string("-o"), output}) options.arguments.push_back(last);
    return RunProcess(options);
}

StubRuntime::StubRuntime(const std::vector<std::string>& entry_symbols, Generation generation)
    : record_("PTO_STUB_RECORD", space_.Path("record").c_str()) {
    const GenerationRow& row = kGenerationsByName[static_cast<size_t>(generation)];
    for (const char* file : {"host.so", "aicpu.so", "aicore.so"}) space_.Write(file, "");
    if (row.shares_log) {
        std::filesystem::create_symlink(PTO_STUB_LOG, space_.Path("log.so"));
        std::filesystem::create_symlink(PTO_LOADABLE_1, space_.Path("context.so"));
    } else {
        space_.Write("context.so", "");
    }
    space_.Write("orchestration.so", "ORCHESTRATION");
    space_.Write("cube.so", "CUBE");
    space_.Write("vector.so", "VECTOR");
    manifest.directory = space_.Root();
    manifest.kind = "l2";
    manifest.platform = "a2a3sim";
    manifest.runtime = "simpler";
    manifest.simpler = run::Simpler{"/opt/simpler", row.adapter, space_.Path("context.so"), "", "", "", {}};
    if (row.shares_log) manifest.simpler->log = space_.Path("log.so");
    manifest.simpler->runtimes = {
        {"tensormap_and_ringbuffer", space_.Path("host.so"), space_.Path("aicpu.so"), space_.Path("aicore.so")},
        {"host_build_graph", space_.Path("host.so"), space_.Path("aicpu.so"), space_.Path("aicore.so")}};
    for (const std::string& symbol : entry_symbols) {
        const std::string name = "p" + std::to_string(manifest.programs.size());
        manifest.programs.push_back(StubProgram(name, symbol));
    }
    manifest.entries = {{"", manifest.programs[0].name, "", std::nullopt, std::nullopt}};
}

std::vector<std::string> StubRuntime::TakeRecord() {
    if (!space_.Exists("record")) return {};
    std::string text = space_.Read("record");
    space_.Remove("record");
    for (size_t at; (at = text.find(space_.Root())) != std::string::npos;) text.replace(at, space_.Root().size(), "@");
    std::vector<std::string> lines;
    for (const std::string_view line : Lines(text)) lines.emplace_back(line);
    return lines;
}

}  // namespace pto::test
