// One step of the library for each command, its results printed: tests/e2e/library_test.cc compares them.
#include <pto_ninja/pto_ninja.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

constexpr size_t kElements = 16 * 32;

void PrintAll(const char* title, const Words& words) {
    std::printf("%s:", title);
    for (const std::string& word : words) std::printf(" %s", word.c_str());
    std::printf("\n");
}

void PrintStale(const pto::Program& program) {
    const std::vector<pto::StaleItem> items = program.Stale();
    if (items.empty()) std::printf("stale: nothing\n");
    for (const pto::StaleItem& item : items) {
        std::printf("stale: %s: %s\n", item.name.c_str(), item.reason.c_str());
    }
}

// examples/three_steps: out = exp(max(x * 0.5, w)) - x, here of x = 1 and w = 2.
struct Steps {
    std::vector<float> x = std::vector<float>(kElements, 1.0F);
    std::vector<float> w = std::vector<float>(kElements, 2.0F);
    std::vector<float> out = std::vector<float>(kElements, 0.0F);

    std::vector<pto::Argument> Arguments() {
        const std::vector<float>& constant = w;
        return {pto::View(x, {16, 32}), pto::View(constant, {16, 32}), pto::View(out, {16, 32})};
    }
    void Call(const pto::Program& program) {
        program.Call(Arguments());
        std::printf("out: %.4f to %.4f\n", static_cast<double>(out.front()), static_cast<double>(out.back()));
    }
};

void Edit(const std::string& path, const std::string& from, const std::string& to) {
    std::ifstream in(path);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    text.replace(text.find(from), from.size(), to);
    std::ofstream(path) << text;
}

pto::CompiledProgram Load(const Words& words) {
    pto::FromDirOptions options;
    if (words.size() > 1) options.platform = words[1];
    if (words.size() > 2) options.backend = words[2];
    return pto::CompiledProgram::FromDir(words[0], options);
}

void Describe(const Words& words) {
    const pto::CompiledProgram program = Load(words);
    std::printf("%s on %s, %s\n", program.directory().c_str(), program.platform().c_str(), program.backend().c_str());
    for (const pto::Param& param : program.params()) {
        std::printf("%s %d %s", param.name.c_str(), static_cast<int>(param.direction), param.dtype.c_str());
        for (const int64_t size : param.shape.value_or(std::vector<int64_t>{})) {
            std::printf(" %lld", static_cast<long long>(size));
        }
        std::printf("\n");
    }
    PrintStale(program);
}

// Edits in one process: what is stale is said and not run, what is built afterwards is.
void EditLoop(const Words& words) {
    const pto::CompiledProgram program = pto::CompiledProgram::FromDir(words[0]);
    Steps steps;
    PrintStale(program);
    try {
        steps.Call(program);
    } catch (const pto::Error& error) {
        std::printf("error %d: %s\n", static_cast<int>(error.kind()), error.what());
    }
    PrintAll("compiled", program.Build().compiled);
    PrintStale(program);
    steps.Call(program);
    Edit(words[0] + "/kernels/aiv/difference.cpp", "TSUB", "TADD");
    PrintStale(program);
    steps.Call(program);
    PrintAll("compiled", program.Build().compiled);
    steps.Call(program);
    Edit(words[0] + "/kernels/aiv/difference.cpp", "TADD", "TSUB");
    PrintAll("compiled", program.Build().compiled);
    steps.Call(program);
    std::printf("removed: %zu\n", pto::InvalidateBinaryCache(words[0]));
    PrintStale(program);
    std::printf("removed: %zu\n", pto::InvalidateBinaryCache(words[0]));
    steps.Call(program);
}

void Time(const Words& words) {
    Steps steps;
    const pto::BenchmarkStats stats = pto::Benchmark(pto::CompiledProgram::FromDir(words[0]), steps.Arguments(), 20);
    const pto::Statistics again = pto::Summarize(stats.samples_us);
    const bool ordered = again.min > 0 && again.min <= again.median && again.median <= again.max;
    std::printf("%s: %zu samples, %s\n", stats.metric.c_str(), stats.samples_us.size(),
                ordered && again.median == stats.statistics.median ? "as summarised" : "wrong");
    std::printf("out: %.4f\n", static_cast<double>(steps.out.front()));
}

void Replay(const Words& words) {
    pto::ReplayOptions options;
    options.flags.assign(words.begin() + 1, words.end());
    const pto::ReplayResult result = pto::Replay(words[0], options);
    std::printf("%s on %s, %s\n", result.result.c_str(), result.platform.c_str(), result.runtime.c_str());
    for (const pto::EntryVerdict& entry : result.entries) {
        std::printf("%s: %s %s\n", entry.name.c_str(), entry.result.c_str(), entry.not_validated.c_str());
        for (const pto::OutputVerdict& output : entry.outputs) {
            std::printf("%s %s: %s, %lld of %lld\n", output.name.c_str(), output.dtype.c_str(),
                        output.passed ? "passed" : "failed", static_cast<long long>(output.mismatched),
                        static_cast<long long>(output.total));
        }
    }
    PrintAll("compiled", result.build.compiled);
}

void Rebuild(const Words& words) {
    const pto::RebuiltFromPto rebuilt = pto::RebuildKernelCppFromPto(words[0]);
    PrintAll("assembled", rebuilt.assembled);
    PrintAll("spliced", rebuilt.spliced);
    PrintAll("kernels", rebuilt.kernels);
    PrintAll("pending", rebuilt.pending);
}

void Build(const Words& words) {
    const pto::BuildResult result = Load(words).Build();
    PrintAll("compiled", result.compiled);
    PrintAll("reused", result.reused);
}

// A run that does not end within its time is left, and the process goes on.
void Hang(const Words& words) {
    const pto::CompiledProgram program = pto::CompiledProgram::FromDir(words[0]);
    program.Build();
    Steps steps;
    pto::CallOptions options;
    options.timeout_seconds = 0.5;
    try {
        program.Call(steps.Arguments(), options);
        std::printf("it ended\n");
    } catch (const pto::Error& error) {
        std::printf("error %d: %s\n", static_cast<int>(error.kind()), error.what());
    }
    Edit(words[0] + "/kernels/aiv/difference.cpp", "while (args[0] != 0) asm volatile(\"\");", "");
    program.Build();
    steps.Call(program);
}

// examples/neighbour_sum: y = 2 x + 2 (x of the rank before), on two ranks.
void Distributed(const Words& words) {
    const auto program = pto::DistributedCompiledProgram::FromDir(words[0]);
    PrintStale(program);
    program.Build();
    PrintStale(program);
    std::vector<float> x(2 * kElements, 1.0F);
    for (size_t i = kElements; i < x.size(); ++i) x[i] = 10.0F;
    std::vector<float> y(x.size());
    program(pto::View(x, {2, 16, 32}), pto::View(y, {2, 16, 32}));
    std::printf("y: %g %g\n", static_cast<double>(y.front()), static_cast<double>(y.back()));
    pto::DistributedFromDirOptions other;
    other.device_ids = {3, 1};
    const auto elsewhere = pto::DistributedCompiledProgram::FromDir(words[0], other);
    PrintStale(elsewhere);
    elsewhere.Build();
    elsewhere(pto::View(x, {2, 16, 32}), pto::View(y, {2, 16, 32}));
    std::printf("y: %g %g\n", static_cast<double>(y.front()), static_cast<double>(y.back()));
}

// Calls that do not fit, each with its message.
void Misuse(const Words& words) {
    const pto::CompiledProgram program = pto::CompiledProgram::FromDir(words[0]);
    Steps steps;
    const std::vector<float>& constant = steps.out;
    const std::vector<std::function<void()>> calls = {
        [&] {
            program(pto::View(steps.x, {16, 32}));
        },
        [&] {
            program(pto::View(steps.x, {32, 16}), pto::View(steps.w, {16, 32}), pto::View(steps.out, {16, 32}));
        },
        [&] {
            program(1.5, pto::View(steps.w, {16, 32}), pto::View(steps.out, {16, 32}));
        },
        [&] {
            program(pto::View(steps.x, {16, 32}), pto::View(steps.w, {16, 32}), pto::View(constant, {16, 32}));
        },
        [&] {
            pto::View(steps.x, {16, 31});
        },
        [&] {
            pto::TensorView(steps.x.data(), "fp32", {16, 32}, {1, 16});
        },
        [&] {
            pto::TensorView(steps.x.data(), "float32", {16, 32});
        },
        [&] { pto::Benchmark(program, steps.Arguments(), 0); },
    };
    for (const auto& call : calls) {
        try {
            call();
            std::printf("accepted\n");
        } catch (const pto::Error& error) {
            std::printf("%s\n", error.what());
        }
    }
}

}  // namespace

int main(int argc, char** argv) try {
    const std::map<std::string, void (*)(const Words&)> commands = {
        {"describe", Describe},       {"edit-loop", EditLoop}, {"benchmark", Time},
        {"replay", Replay},           {"rebuild", Rebuild},    {"build", Build},
        {"distributed", Distributed}, {"misuse", Misuse},      {"hang", Hang}};
    const Words words(argv + 1, argv + argc);
    commands.at(words.at(0))(Words(words.begin() + 1, words.end()));
    return 0;
} catch (const pto::Error& error) {
    std::printf("error %d: %s\n", static_cast<int>(error.kind()), error.what());
    return pto::ExitCode(error.kind());
}
