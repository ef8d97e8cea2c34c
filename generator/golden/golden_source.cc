#include "generator/golden/golden_source.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "generator/golden/golden_expression.h"
#include "generator/golden/golden_lexer.h"

namespace pto::gen {
namespace {

// Bindings that decide what is read here. A statement that touches one in any other way than a plain assignment or a
// definition at the top level makes the file a matter for Python.
constexpr std::string_view kGuarded[] = {"__outputs__",     "RTOL",  "ATOL",   "_DATA_DIR",
                                         "generate_inputs", "torch", "ctypes", "Path"};

bool IsGuarded(std::string_view name) {
    return std::find(std::begin(kGuarded), std::end(kGuarded), name) != std::end(kGuarded);
}

bool Mentions(const PyLine& line, std::string_view name) {
    return std::any_of(line.tokens.begin(), line.tokens.end(), [name](const PyToken& token) { return token.Is(name); });
}

bool IsDocstring(const PyLine& line) {
    return std::all_of(line.tokens.begin(), line.tokens.end(),
                       [](const PyToken& token) { return token.kind == PyToken::Kind::kString; });
}

bool IsAssignment(const PyLine& line) {
    return line.tokens.size() > 2 && line.tokens[1].Is("=");
}

// What the expected values do not depend on.
bool IsJudgement(const PyLine& line) {
    const PyToken& first = line.tokens[0];
    return line.indent == 0 && IsAssignment(line) && (first.Is("RTOL") || first.Is("ATOL") || first.Is("__outputs__"));
}

std::string HashReference(const std::vector<PyLine>& lines) {
    HashBuilder hash;
    for (const PyLine& line : lines) {
        if (IsDocstring(line) || IsJudgement(line)) continue;
        hash.Add(std::to_string(line.indent));
        for (const PyToken& token : line.tokens) hash.Add(token.text);
    }
    return hash.Finish();
}

class Parser {
  public:
    Parser(GoldenSource& source, const std::vector<PyLine>& lines) : source_(source), lines_(lines) {
        const size_t slash = source.file.rfind('/');
        directory_ = slash == std::string::npos ? "" : source.file.substr(0, slash + 1);
        source_.data_dir = directory_ + "data";
    }

    // Top-level statements in order, so that the last binding of a name wins as in Python.
    void Run() {
        for (size_t i = 0; i < lines_.size();) {
            const PyLine& line = lines_[i];
            const PyToken& first = line.tokens[0];
            if (line.indent == 0 && (first.Is("def") || first.Is("class") || first.Is("async") || first.Is("@"))) {
                i = Definition(i);
                continue;
            }
            Statement(line);
            ++i;
        }
        ParseInputs();
    }

  private:
    void Refuse(int line, const std::string& what) {
        if (!source_.obstacle.empty()) return;
        source_.obstacle = what;
        source_.obstacle_line = line;
    }

    // Skips the header with its decorators and the body; returns the line after it.
    size_t Definition(size_t i) {
        const bool decorated = lines_[i].tokens[0].Is("@");
        while (i < lines_.size() && lines_[i].tokens[0].Is("@")) ++i;
        if (i == lines_.size()) return i;
        const PyLine& header = lines_[i];
        size_t end = i + 1;
        for (; end < lines_.size() && lines_[end].indent > 0; ++end) {
            if (lines_[end].tokens[0].Is("global")) Refuse(lines_[end].line(), "'global' rebinds names");
        }
        if (header.tokens.size() > 1 && header.tokens[1].kind == PyToken::Kind::kName) {
            source_.lines[header.tokens[1].text] = header.line();
        }
        if (header.tokens[0].Is("def") && header.tokens.size() > 1 && header.tokens[1].Is("generate_inputs")) {
            if (decorated) Refuse(header.line(), "generate_inputs is decorated");
            if (!header.tokens.back().Is(":")) Refuse(header.line(), "generate_inputs is a single line");
            body_begin_ = i + 1;
            body_end_ = end;
        }
        return end;
    }

    void Statement(const PyLine& line) {
        const PyToken& first = line.tokens[0];
        if (first.Is("import") || first.Is("from")) {
            if (Mentions(line, "*")) Refuse(line.line(), "'import *' may bind any name");
            return;
        }
        if (line.indent == 0 && IsAssignment(line) && IsGuarded(first.text)) return Assignment(line);
        for (const std::string_view name : kGuarded) {
            // Using torch or Path elsewhere is common and harmless; only the names read here matter.
            const bool is_module = name == "torch" || name == "ctypes" || name == "Path";
            if (!is_module && Mentions(line, name)) Compute(std::string(name), line);
        }
    }

    // The name's value is no literal.
    void Compute(const std::string& name, const PyLine& line) {
        source_.lines.emplace(name, line.line());
        Refuse(line.line(), "'" + name + "' is computed");
        if (name == "RTOL") source_.rtol.reset();
        if (name == "ATOL") source_.atol.reset();
        if (name == "__outputs__") source_.outputs.reset();
    }

    void Assignment(const PyLine& line) {
        const std::string& name = line.tokens[0].text;
        source_.lines[name] = line.line();
        TokenCursor cursor(line, 2);
        try {
            if (name == "RTOL" || name == "ATOL") {
                const double value = ParseNumber(cursor).value;
                cursor.ExpectEnd();
                (name == "RTOL" ? source_.rtol : source_.atol) = value;
            } else if (name == "__outputs__") {
                std::vector<std::string> outputs = ParseStringList(cursor);
                cursor.ExpectEnd();
                source_.outputs = std::move(outputs);
            } else if (name == "_DATA_DIR") {
                source_.data_dir = ParseDataDir(cursor, directory_);
                has_data_dir_ = true;
            } else {
                Compute(name, line);
            }
        } catch (const Obstacle&) {
            Compute(name, line);
        }
    }

    void ParseInputs() {
        if (body_end_ == 0) Refuse(0, "generate_inputs is not defined");
        if (!source_.obstacle.empty()) return;
        try {
            ParseBody();
        } catch (const Obstacle& obstacle) {
            Refuse(obstacle.line, obstacle.what);
        }
    }

    // Assignments of known values and, last, the list or dict that is returned.
    void ParseBody() {
        std::map<std::string, GoldenValue> names;
        for (size_t i = body_begin_; i < body_end_; ++i) {
            const PyLine& line = lines_[i];
            if (IsDocstring(line)) continue;
            if (line.tokens[0].Is("return") && i + 1 == body_end_) return ParseReturn(line, names);
            if (!IsAssignment(line) || line.tokens[0].kind != PyToken::Kind::kName) {
                throw Obstacle{line.line(), "generate_inputs computes its values"};
            }
            TokenCursor cursor(line, 2);
            if (line.tokens[0].Is("_DATA_DIR")) cursor.Fail("'_DATA_DIR' is a local name");
            names[line.tokens[0].text] = ParseValue(cursor, names);
            cursor.ExpectEnd();
        }
        throw Obstacle{source_.LineOf("generate_inputs"), "generate_inputs does not end with 'return [...]'"};
    }

    GoldenValue ParseValue(TokenCursor& cursor, const std::map<std::string, GoldenValue>& names) {
        GoldenValue value = ParseGoldenValue(cursor, source_.data_dir, names);
        if (value.kind == GoldenValue::Kind::kFile && !has_data_dir_) cursor.Fail("'_DATA_DIR' is not set");
        return value;
    }

    // [("x", x), ...] or, as older versions wrote, {"x": x, ...}.
    void ParseReturn(const PyLine& line, const std::map<std::string, GoldenValue>& names) {
        TokenCursor cursor(line, 1);
        const bool dict = cursor.Accept("{");
        if (!dict) cursor.Expect("[");
        const std::string_view end = dict ? "}" : "]";
        std::vector<GoldenInput> inputs;
        while (!cursor.Accept(end)) {
            if (!dict) cursor.Expect("(");
            GoldenInput input;
            input.name = cursor.String();
            cursor.Expect(dict ? ":" : ",");
            input.value = ParseValue(cursor, names);
            if (!dict && !cursor.Accept(")")) {
                cursor.Expect(",");
                cursor.Expect(")");
            }
            inputs.push_back(std::move(input));
            if (!cursor.Accept(",")) {
                cursor.Expect(end);
                break;
            }
        }
        cursor.ExpectEnd();
        source_.inputs = std::move(inputs);
    }

    GoldenSource& source_;
    const std::vector<PyLine>& lines_;
    std::string directory_;
    bool has_data_dir_ = false;
    size_t body_begin_ = 0;
    size_t body_end_ = 0;
};

}  // namespace

int GoldenSource::LineOf(const std::string& name) const {
    const auto it = lines.find(name);
    return it == lines.end() ? 0 : it->second;
}

GoldenSource ParseGoldenSource(std::string text, const std::string& file) {
    GoldenSource source;
    source.file = file;
    source.rtol = kDefaultTolerance;
    source.atol = kDefaultTolerance;
    const std::optional<std::vector<PyLine>> lines = LexPython(text);
    if (lines) {
        source.reference_hash = HashReference(*lines);
        Parser(source, *lines).Run();
    } else {
        source.reference_hash = ContentHash(text);
        source.obstacle = "a string or bracket is not closed";
        source.rtol.reset();
        source.atol.reset();
    }
    source.text = std::move(text);
    return source;
}

}  // namespace pto::gen
