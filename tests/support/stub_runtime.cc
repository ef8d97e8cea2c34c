#include "tests/support/stub_runtime.h"

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

}  // namespace

std::string GenerationName(const testing::TestParamInfo<Generation>& generation) {
    return generation.param == Generation::k2026August ? "August" : "September";
}

std::vector<std::string> StubHeaders(Generation generation) {
    const std::string stub = std::string(PTO_SOURCE_DIR) + "/tests/support/simpler_stub";
    if (generation == Generation::k2026August) return {stub};
    return {stub + "_2026_09", stub};
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
    for (const char* file : {"host.so", "aicpu.so", "aicore.so", "context.so"}) space_.Write(file, "");
    space_.Write("orchestration.so", "ORCHESTRATION");
    space_.Write("cube.so", "CUBE");
    space_.Write("vector.so", "VECTOR");
    manifest.directory = space_.Root();
    manifest.kind = "l2";
    manifest.platform = "a2a3sim";
    manifest.runtime = "simpler";
    manifest.simpler = run::Simpler{"/opt/simpler",
                                    generation == Generation::k2026August ? PTO_STUB_ADAPTER : PTO_STUB_ADAPTER_2026_09,
                                    space_.Path("context.so"),
                                    "",
                                    "",
                                    {}};
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
