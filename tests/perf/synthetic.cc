#include "tests/perf/synthetic.h"

#include <filesystem>
#include <fstream>

namespace pto::perf {
namespace {

void Write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
}

std::string Name(int kernel) {
    return "step_" + std::to_string(kernel);
}

std::string KernelText(int kernel) {
    const std::string view = "GlobalTensor<float, pto::Shape<1, 1, 1, 32, 32>, pto::Stride<1024, 1024, 1024, 32, 1>>";
    return "#include <pto/pto-inst.hpp>\n#include \"tensor.h\"\nusing namespace pto;\n// --- ptoas-generated code ---\n"
           "static __aicore__ void " +
           Name(kernel) +
           "(__gm__ float* x, __gm__ float* y) {\n"
           "#if defined(__DAV_VEC__)\n    Tile<TileType::Vec, float, 32, 32, BLayout::RowMajor, 32, 32> tile;\n"
           "    TASSIGN(tile, 0);\n    " +
           view + " from(x);\n    " + view +
           " to(y);\n    TLOAD(tile, from);\n"
           "    TMULS(tile, tile, 1.0f);\n    TSTORE(to, tile);\n#endif\n}\n// --- Kernel entry point ---\n"
           "extern \"C\" __aicore__ void kernel_entry(__gm__ int64_t* args) {\n"
           "    ChipTensor* x = reinterpret_cast<ChipTensor*>(args[0]);\n"
           "    ChipTensor* y = reinterpret_cast<ChipTensor*>(args[1]);\n    " +
           Name(kernel) + "(reinterpret_cast<float*>(x->buffer.addr), reinterpret_cast<float*>(y->buffer.addr));\n}\n";
}

std::string OrchestrationText(int kernels) {
    std::string text =
        "#include \"runtime.h\"\n#include <iostream>\n#include \"pto_orchestration_api.h\"\nextern \"C\" {\n"
        "PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs&) { return {.expected_arg_count = 2}; "
        "}\n"
        "void aicpu_orchestration_entry(const ChipTaskArgs& args) {\n    PTO2_SCOPE() {\n";
    for (int i = 0; i < kernels; ++i) {
        const std::string from = i == 0 ? "args.tensor(0).ref()" : "args.tensor(1).ref()";
        text += "        { CoreTaskArgs task; task.add_input(" + from + "); task." +
                (i == 0 ? "add_output" : "add_inout") + "(args.tensor(1).ref()); rt_submit_aiv_task(" +
                std::to_string(i) + ", task); }\n";
    }
    return text + "    }\n}\n}\n";
}

std::string ConfigText(int kernels) {
    std::string text =
        "from pathlib import Path\nfrom simpler.task_interface import ArgDirection as _D\n_ROOT_DIR = "
        "Path(__file__).parent\n"
        "RUNTIME_CONFIG = {\"runtime\": \"tensormap_and_ringbuffer\", \"aicpu_thread_num\": 0}\n"
        "ORCHESTRATION = {\"source\": str(_ROOT_DIR / \"orchestration\" / \"chain.cpp\"), \"function_name\": "
        "\"aicpu_orchestration_entry\", \"signature\": [_D.IN, _D.OUT]}\nKERNELS = [\n";
    for (int i = 0; i < kernels; ++i) {
        text += "\t{\"func_id\": " + std::to_string(i) + ", \"name\": \"" + Name(i) +
                "\", \"source\": str(_ROOT_DIR / \"kernels\" / \"aiv\" / \"" + Name(i) +
                ".cpp\"), \"core_type\": \"aiv\", \"signature\": [_D.IN, _D.OUT]},\n";
    }
    return text + "]\n";
}

}  // namespace

std::string KernelFile(const std::string& directory, int kernel) {
    return directory + "/kernels/aiv/" + Name(kernel) + ".cpp";
}

void WriteSyntheticDirectory(const std::string& directory, int kernels) {
    for (int i = 0; i < kernels; ++i) Write(KernelFile(directory, i), KernelText(i));
    Write(directory + "/orchestration/chain.cpp", OrchestrationText(kernels));
    Write(directory + "/kernel_config.py", ConfigText(kernels));
    Write(directory + "/compiled_meta.json",
          "{\"schema\": 1, \"params\": [{\"name\": \"x\", \"direction\": \"In\", \"shape\": [32, 32], \"dtype\": "
          "\"fp32\"},"
          " {\"name\": \"y\", \"direction\": \"Out\", \"shape\": [32, 32], \"dtype\": \"fp32\"}], \"platform\": "
          "\"a2a3sim\"}\n");
}

std::string SyntheticBody(size_t bytes, Gathers gathers) {
    std::string text =
        "#include \"pto/pto-inst.hpp\"\n#include <cstdint>\nusing namespace pto;\n\n"
        "template <typename T>\nstatic AICORE inline T least(T a, T b) {\n  return a < b ? a : b;\n}\n\n"
        "extern \"C\" __global__ AICORE void step(__gm__ Tensor* v1) {\n  using T = float;\n";
    for (int i = 0; text.size() < bytes; ++i) {
        const std::string n = std::to_string(i);
        text += "  Tile<TileType::Vec, float, 32, 32, BLayout::RowMajor, 32, 32> v" + n + "_tile;\n  TASSIGN(v" + n +
                "_tile, " + n + ");\n  set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);\n  TADD(v" + n + "_tile, v" + n +
                "_tile, v1_tile);\n\n";
        if (gathers == Gathers::kNone || i % 8 != 0) continue;
        text += "  __ubuf__ float* a" + n + " = v" + n + "_tile.data();\n  __gm__ float* b" + n +
                " = (__gm__ float*) v1_view;\n  __cbuf__ int32_t* c" + n + " = v1_index.data();\n  MGATHER(a" + n +
                ", b" + n + ", c" + n + ");\n";
    }
    return text + "}\n";
}

}  // namespace pto::perf
