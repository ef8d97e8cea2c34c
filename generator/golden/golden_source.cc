#include "generator/golden/golden_source.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "generator/golden/golden_expression.h"
#include "generator/golden/golden_hash.h"
#include "generator/golden/golden_statement.h"
#include "generator/python/python_source.h"
#include "generator/python/statement_lexer.h"

namespace pto::gen {
namespace {

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
            const PyToken& first = lines_[i].tokens[0];
            if (first.Is("def") || first.Is("class") || first.Is("async") || first.Is("@")) {
                i = Definition(i);
            } else if (IsMainGuard(lines_[i])) {
                i = EndOfBody(i);
            } else {
                Statement(lines_[i++]);
            }
        }
        ParseInputs();
    }

  private:
    // generate_inputs cannot be read; what else was read stands.
    void Refuse(int line, const std::string& what) {
        if (!source_.obstacle.empty()) return;
        source_.obstacle = what;
        source_.obstacle_line = line;
    }
    // Nothing that was read has to be what Python finds.
    void RefuseAll(int line, const std::string& what) {
        Refuse(line, what);
        understood_ = false;
    }

    // The line after an indented body, or after what follows on the header's own line.
    size_t EndOfBody(size_t header) const {
        size_t end = header + 1;
        while (end < lines_.size() && (lines_[end].indent > 0 || lines_[end].joined)) ++end;
        return end;
    }

    // Skips the header with its decorators and the body; returns the line after it.
    size_t Definition(size_t i) {
        const bool decorated = lines_[i].tokens[0].Is("@");
        for (; i < lines_.size() && lines_[i].tokens[0].Is("@"); ++i) {
            const std::string obstacle = DecoratorObstacle(lines_[i]);
            if (!obstacle.empty()) RefuseAll(lines_[i].line(), obstacle);
        }
        if (i == lines_.size()) return i;
        const PyLine& header = lines_[i];
        const size_t end = EndOfBody(i);
        const std::string obstacle = HeaderObstacle(header, bound_);
        if (!obstacle.empty()) RefuseAll(header.line(), obstacle);
        for (size_t line = i; line < end; ++line) {
            const std::string in_body = BodyObstacle(lines_[line]);
            if (!in_body.empty()) RefuseAll(lines_[line].line(), in_body);
        }
        if (header.tokens.size() < 2 || header.tokens[1].kind != PyToken::Kind::kName) return end;
        const std::string& name = header.tokens[1].text;
        source_.lines[name] = header.line();
        bound_.insert(name);
        if (header.tokens[0].Is("def") && name == "generate_inputs") {
            if (decorated) Refuse(header.line(), "generate_inputs is decorated");
            if (!header.tokens.back().Is(":")) Refuse(header.line(), "generate_inputs is a single line");
            header_ = &header;
            body_begin_ = i + 1;
            body_end_ = end;
        }
        return end;
    }

    void Statement(const PyLine& line) {
        const PyToken& first = line.tokens[0];
        if (IsDocstring(line) || IsSeeding(line) || (first.Is("pass") && line.tokens.size() == 1)) return;
        if (line.indent > 0) return RefuseAll(line.line(), "a block at the top level has to be run");
        if (first.Is("import") || first.Is("from")) return Import(line);
        if (IsAssignment(line) && IsGuarded(first.text)) return Assignment(line);
        const std::string name = HarmlessBinding(line, bound_);
        if (!name.empty()) {
            bound_.insert(name);
            return;
        }
        for (const std::string_view guarded : {"__outputs__", "RTOL", "ATOL", "_DATA_DIR", "generate_inputs"}) {
            if (Mentions(line, guarded)) return RefuseAll(line.line(), Quoted(guarded) + " is computed");
        }
        RefuseAll(line.line(), Quoted(first.text) + " starts a statement that has to be run");
    }

    void Import(const PyLine& line) {
        try {
            for (const std::string& name : ParseImport(line)) bound_.insert(name);
        } catch (const Obstacle& obstacle) {
            RefuseAll(obstacle.line, obstacle.what);
        }
    }

    // The name's value is no literal. What else its expression does is not known, unless it is harmless.
    void Compute(const std::string& name, const PyLine& line) {
        const bool harmless = IsHarmlessExpression(line, 2, line.tokens.size(), bound_);
        const bool judges = name == "RTOL" || name == "ATOL" || name == "__outputs__";
        if (!harmless || !judges) return RefuseAll(line.line(), Quoted(name) + " is computed");
        Refuse(line.line(), Quoted(name) + " is computed");
        if (name == "RTOL") source_.rtol.reset();
        if (name == "ATOL") source_.atol.reset();
        if (name == "__outputs__") source_.outputs.reset();
    }

    void Assignment(const PyLine& line) {
        const std::string& name = line.tokens[0].text;
        source_.lines[name] = line.line();
        bound_.insert(name);
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
            } else if (name == "_DATA_DIR" && bound_.contains("Path")) {
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
        if (!understood_) {
            source_.rtol.reset();
            source_.atol.reset();
            source_.outputs.reset();
        }
        if (body_end_ == 0) Refuse(0, "generate_inputs is not defined");
        if (!source_.obstacle.empty()) return;
        try {
            CheckHeader();
            ParseBody();
        } catch (const Obstacle& obstacle) {
            Refuse(obstacle.line, obstacle.what);
        }
    }

    // It is called with one argument; what it uses has to have been imported.
    void CheckHeader() const {
        TokenCursor cursor(*header_, 3);
        const std::string parameter = cursor.Name();
        const bool one = cursor.Accept(")") || cursor.Accept(":");
        if (!one || IsGuarded(parameter) || Mentions(*header_, ",")) {
            throw Obstacle{header_->line(), "generate_inputs takes more than 'params'"};
        }
        for (size_t i = body_begin_; i < body_end_; ++i) {
            for (const std::string name : {"torch", "ctypes"}) {
                if (!Mentions(lines_[i], name) || bound_.contains(name)) continue;
                throw Obstacle{lines_[i].line(), Quoted(name) + " is not imported"};
            }
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
            const std::string& name = line.tokens[0].text;
            if (IsGuarded(name)) throw Obstacle{line.line(), Quoted(name) + " is a local name"};
            names[name] = ParseValue(cursor, names);
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
            const auto same = [&](const GoldenInput& other) { return other.name == input.name; };
            if (dict && std::any_of(inputs.begin(), inputs.end(), same)) cursor.Fail("a key stands in a dict twice");
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
    bool understood_ = true;
    std::set<std::string> bound_;     // at the top level, so far
    const PyLine* header_ = nullptr;  // of generate_inputs
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
    const std::string unreadable = UnreadableText(text);
    const std::optional<std::vector<PyLine>> lines = unreadable.empty() ? LexPython(text) : std::nullopt;
    if (lines) {
        source.reference_hash = HashReference(*lines);
        Parser(source, *lines).Run();
    } else {
        source.reference_hash = ContentHash(text);
        source.obstacle = unreadable.empty() ? "a string or bracket is not closed" : unreadable;
        source.rtol.reset();
        source.atol.reset();
    }
    source.text = std::move(text);
    return source;
}

}  // namespace pto::gen
