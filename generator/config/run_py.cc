#include "generator/config/run_py.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/error.h"
#include "generator/config/pure_path.h"
#include "generator/config/sidecar.h"
#include "generator/python/statement_lexer.h"

namespace pto::gen {
namespace {

constexpr std::string_view kInputs = "_inline_inputs";
constexpr std::string_view kCompare = "_user_compare";

// Statements of one function of the user's. `own` is something that PyPTO never writes: a decorator, a body in the
// header's line, another binding of the name.
struct FoundFunction {
    bool there = false;
    bool own = false;
    std::vector<PyLine> body;
};

bool IsText(const PyLine& line) {
    return std::all_of(line.tokens.begin(), line.tokens.end(),
                       [](const PyToken& token) { return token.kind == PyToken::Kind::kString; });
}

// Whether a statement gives `name` a value in another way than a `def` at the top level.
bool Rebinds(const PyLine& line, std::string_view name) {
    const std::vector<PyToken>& tokens = line.tokens;
    const bool imports = tokens[0].Is("import") || tokens[0].Is("from");
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].Is(name)) continue;
        if (imports || (i > 0 && tokens[i - 1].Is("def"))) return true;
        if (i + 1 < tokens.size() && (tokens[i + 1].Is("=") || tokens[i + 1].Is(":="))) return true;
    }
    return false;
}

FoundFunction FindFunction(const std::vector<PyLine>& lines, std::string_view name) {
    FoundFunction found;
    for (size_t i = 0; i < lines.size(); ++i) {
        const PyLine& header = lines[i];
        const bool starts =
            header.indent == 0 && header.tokens.size() > 1 && header.tokens[0].Is("def") && header.tokens[1].Is(name);
        if (!starts) {
            found.own = found.own || Rebinds(header, name);
            continue;
        }
        found.there = true;
        found.own = found.own || !header.tokens.back().Is(":") || (i > 0 && lines[i - 1].tokens[0].Is("@"));
        // As in Python the last definition wins.
        found.body.clear();
        while (i + 1 < lines.size() && lines[i + 1].indent > 0) {
            ++i;
            if (!IsText(lines[i])) found.body.push_back(lines[i]);
        }
    }
    return found;
}

// Reads tokens one after another; everything fails after the first that was not as expected.
class Tokens {
  public:
    Tokens(const PyLine& line, size_t from) : line_(line), at_(from) {}

    bool Take(std::string_view text) {
        if (at_ >= line_.tokens.size() || !line_.tokens[at_].Is(text)) return false;
        ++at_;
        return true;
    }
    bool TakeAll(std::initializer_list<std::string_view> texts) {
        return std::all_of(texts.begin(), texts.end(), [this](std::string_view text) { return Take(text); });
    }
    std::optional<std::string> Take(PyToken::Kind kind) {
        if (at_ >= line_.tokens.size() || line_.tokens[at_].kind != kind) return std::nullopt;
        return line_.tokens[at_++].text;
    }
    bool AtEnd() const { return at_ == line_.tokens.size(); }

  private:
    const PyLine& line_;
    size_t at_;
};

// "(48, 64)", "(1,)", "()".
std::optional<std::vector<std::string>> TakeShape(Tokens& tokens) {
    if (!tokens.Take("(")) return std::nullopt;
    std::vector<std::string> sizes;
    while (!tokens.Take(")")) {
        if (!sizes.empty() && !tokens.Take(",")) return std::nullopt;
        if (tokens.Take(")")) break;
        std::optional<std::string> size = tokens.Take(PyToken::Kind::kNumber);
        if (!size) return std::nullopt;
        sizes.push_back(*std::move(size));
    }
    return sizes;
}

std::vector<std::string> GeneratedShape(const Param& param) {
    std::vector<std::string> sizes;
    for (const int64_t size : *param.shape) sizes.push_back(std::to_string(size < 0 ? 1 : size));
    return sizes;
}

struct MadeTensor {
    std::string function;  // of torch
    std::string bound;     // of randint
    std::vector<std::string> shape;
};

// torch.NAME([0, BOUND,] SHAPE, dtype=torch.TYPE) and nothing after it.
std::optional<MadeTensor> TakeTensor(Tokens& tokens) {
    static constexpr std::string_view kFunctions[] = {"randn", "randint", "zeros", "empty"};
    MadeTensor made;
    if (!tokens.TakeAll({"torch", "."})) return std::nullopt;
    made.function = tokens.Take(PyToken::Kind::kName).value_or("");
    if (std::find(std::begin(kFunctions), std::end(kFunctions), made.function) == std::end(kFunctions) ||
        !tokens.Take("("))
        return std::nullopt;
    if (made.function == "randint") {
        if (!tokens.TakeAll({"0", ","})) return std::nullopt;
        made.bound = tokens.Take(PyToken::Kind::kNumber).value_or("");
        if ((made.bound != "2" && made.bound != "8") || !tokens.Take(",")) return std::nullopt;
    }
    std::optional<std::vector<std::string>> shape = TakeShape(tokens);
    if (!shape || !tokens.TakeAll({",", "dtype", "=", "torch", "."}) || !tokens.Take(PyToken::Kind::kName) ||
        !tokens.Take(")") || !tokens.AtEnd())
        return std::nullopt;
    made.shape = *std::move(shape);
    return made;
}

// Whether a line is what the writer makes of `param`, or, where that is null, of any parameter.
bool IsGenerated(const PyLine& line, const Param* param) {
    Tokens tokens(line, 0);
    const std::optional<std::string> name = tokens.Take(PyToken::Kind::kName);
    if (!name || (param != nullptr && *name != param->name) || !tokens.Take("=")) return false;
    if (tokens.Take("None")) return tokens.AtEnd() && (param == nullptr || !param->shape);
    const std::optional<MadeTensor> made = TakeTensor(tokens);
    if (!made || param == nullptr) return made.has_value();
    const bool empty = made->function == "zeros" || made->function == "empty";
    const std::string bound = param->dtype == "bool" ? "2" : "8";
    return param->shape && empty == (param->direction == "Out") && (made->bound.empty() || made->bound == bound) &&
           made->shape == GeneratedShape(*param);
}

// return [a, b] with the names that were assigned before.
bool IsGeneratedReturn(const PyLine& line, const std::vector<std::string>& names) {
    Tokens tokens(line, 0);
    if (!tokens.TakeAll({"return", "["})) return false;
    for (size_t i = 0; i < names.size(); ++i) {
        if ((i > 0 && !tokens.Take(",")) || !tokens.Take(names[i])) return false;
    }
    return tokens.Take("]") && tokens.AtEnd();
}

bool MakesInputs(const FoundFunction& function, const std::vector<Param>* params) {
    if (function.own || !function.there) return function.own;
    std::vector<PyLine> body = function.body;
    if (body.empty()) return true;
    const PyLine last = body.back();
    body.pop_back();
    if (body.size() == 1 && body[0].tokens.size() == 1 && body[0].tokens[0].Is("pass")) body.clear();
    if (params != nullptr && body.size() != params->size()) return true;
    std::vector<std::string> names;
    for (size_t i = 0; i < body.size(); ++i) {
        if (!IsGenerated(body[i], params == nullptr ? nullptr : &(*params)[i])) return true;
        names.push_back(body[i].tokens[0].text);
    }
    return !IsGeneratedReturn(last, names);
}

bool DoesNothing(const PyLine& line) {
    const std::vector<PyToken>& tokens = line.tokens;
    if (tokens.size() == 1) return tokens[0].Is("return") || tokens[0].Is("pass");
    return tokens.size() == 2 && tokens[0].Is("return") && tokens[1].Is("None");
}

bool Compares(const FoundFunction& function) {
    if (function.own || !function.there) return function.own;
    return !std::all_of(function.body.begin(), function.body.end(), DoesNothing);
}

// Nothing without a sidecar, or with one that is refused when the directory is loaded.
std::optional<std::vector<Param>> RecordedParams(const Folder& folder, const std::string& directory) try {
    if (folder.Has(JoinPath(directory, "compiled_meta.json"))) return LoadCompiledMeta(folder, directory).params;
    if (directory.empty() && folder.Has("distributed_meta.json")) return LoadDistributedMeta(folder).common.params;
    return std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

}  // namespace

RunPyEdits FindRunPyEdits(std::string_view text, const std::vector<Param>* params) {
    const std::optional<std::vector<PyLine>> lines = LexPython(text);
    if (!lines) return {text.find(kInputs) != std::string_view::npos, text.find(kCompare) != std::string_view::npos};
    return {MakesInputs(FindFunction(*lines, kInputs), params), Compares(FindFunction(*lines, kCompare))};
}

RunPyEdits InspectRunPy(const Folder& folder, const std::string& directory) {
    const Folder program = folder.Below(directory);
    if (program.Has("golden.py") || !program.Has(kRunPy)) return {};
    const std::optional<std::vector<Param>> params = RecordedParams(folder, directory);
    return FindRunPyEdits(program.Read(kRunPy), params ? &*params : nullptr);
}

}  // namespace pto::gen
