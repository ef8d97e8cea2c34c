// golden.py read without Python: the names and tolerances it declares and, when generate_inputs only loads files and
// fills constants (what PyPTO's golden_writer emits), where every input comes from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"

namespace pto::gen {

// A literal; `integral` numbers are exact, others are in `value` only.
struct PyNumber {
    bool integral = false;
    bool negative = false;
    uint64_t magnitude = 0;
    double value = 0;
    bool boolean = false;  // True, False
};

// The right side of one assignment in generate_inputs.
struct GoldenValue {
    enum class Kind {
        kFile,      // torch.load(_DATA_DIR / "in" / "x.pt")
        kFilled,    // torch.zeros, ones, full: numbers[0] everywhere
        kIdentity,  // torch.eye
        kListed,    // torch.tensor([...]): numbers in row-major order
        kScalar,    // ctypes.c_int64(5), a Python number: numbers[0]
    };
    Kind kind = Kind::kFile;
    std::string path;  // kFile: usable from the working directory
    const DType* dtype = nullptr;
    std::vector<int64_t> shape;
    std::vector<PyNumber> numbers;
    int line = 0;
};

struct GoldenInput {
    std::string name;
    GoldenValue value;
};

struct GoldenSource {
    std::string file;  // as given
    std::string text;
    std::string data_dir;  // holds in/ and out/; "data" beside the file unless _DATA_DIR says otherwise
    std::optional<std::vector<std::string>> outputs;  // none: not there, or not a list of literals
    std::optional<double> rtol;                       // none: an expression; the default where it is not set
    std::optional<double> atol;
    // Data-file mode: every input in parameter order. None otherwise, and then `obstacle` says what is in the way.
    std::optional<std::vector<GoldenInput>> inputs;
    std::string obstacle;
    int obstacle_line = 0;
    std::map<std::string, int> lines;  // where a top-level name was last bound: RTOL, __outputs__, generate_inputs, ...
    // Over everything that can change the expected values: not the tolerances, __outputs__, comments, layout,
    // docstrings.
    std::string reference_hash;

    int LineOf(const std::string& name) const;  // 0 when it is not bound
};

constexpr double kDefaultTolerance = 1e-5;

GoldenSource ParseGoldenSource(std::string text, const std::string& file);

}  // namespace pto::gen
