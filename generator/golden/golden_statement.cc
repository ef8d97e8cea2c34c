#include "generator/golden/golden_statement.h"

#include <algorithm>
#include <span>

#include "generator/golden/golden_cursor.h"
#include "generator/python/python_source.h"

namespace pto::gen {
namespace {

using Token = PyToken::Kind;

constexpr std::string_view kGuarded[] = {"__outputs__", "RTOL",   "ATOL", "_DATA_DIR", "generate_inputs",
                                         "torch",       "ctypes", "Path", "__file__"};

// Importing one of these changes nothing that is read here.
constexpr std::string_view kKnownModules[] = {
    "__future__", "collections", "copy",    "ctypes", "dataclasses", "enum",     "functools", "itertools", "json",
    "math",       "ml_dtypes",   "numbers", "numpy",  "os",          "operator", "pathlib",   "random",    "re",
    "scipy",      "string",      "struct",  "sys",    "time",        "torch",    "typing",    "warnings"};

// Words that may stand in an expression without starting something that has to be run.
constexpr std::string_view kPlainWords[] = {"and", "or", "not", "in", "is", "if", "else", "None", "True", "False"};
constexpr std::string_view kOtherKeywords[] = {"as",     "assert", "async",  "await",    "break",   "class", "continue",
                                               "def",    "del",    "elif",   "except",   "finally", "for",   "from",
                                               "global", "import", "lambda", "nonlocal", "pass",    "raise", "return",
                                               "try",    "while",  "with",   "yield"};
constexpr std::string_view kBuiltinNames[] = {"bool", "dict", "float", "int",   "list",    "object",
                                              "set",  "str",  "tuple", "bytes", "complex", "Exception"};
constexpr std::string_view kPlainOperators[] = {"+", "-", "*", "/",  "//", "%",  "**", ".", ",", "[",  "]",
                                                "(", ")", "{", "}",  ":",  "~",  "&",  "|", "^", "<<", ">>",
                                                "<", ">", "=", "==", "!=", "<=", ">=", "@", "->"};

// With these a function can bind a name of the module without naming it on the left of an assignment.
constexpr std::string_view kReachIntoModules[] = {"globals",    "setattr",       "delattr", "exec",
                                                  "eval",       "vars",          "locals",  "__dict__",
                                                  "__import__", "import_module", "modules"};

template <size_t kCount>
bool IsOneOf(const std::string_view (&list)[kCount], std::string_view word) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool IsAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

bool IsDunder(std::string_view name) {
    return name.starts_with("__") && name.ends_with("__");
}

bool IsKeyword(std::string_view word) {
    return IsOneOf(kPlainWords, word) || IsOneOf(kOtherKeywords, word);
}

// A bracket that calls or indexes what stands before it.
bool FollowsValue(const PyLine& line, size_t at) {
    if (at == 0) return false;
    const PyToken& before = line.tokens[at - 1];
    if (before.kind == Token::kName) return !IsKeyword(before.text);
    return before.kind == Token::kString || before.Is(")") || before.Is("]") || before.Is("}");
}

// An f-string is code; strings whose value is not known may be one.
bool IsPlainString(const PyToken& token) {
    const size_t quote = token.text.find_first_of("'\"");
    return token.text.substr(0, quote).find_first_of("fFtT") == std::string::npos;
}

bool IsHarmlessToken(const PyLine& line, size_t at) {
    const PyToken& token = line.tokens[at];
    switch (token.kind) {
        case Token::kNumber:
            return true;
        case Token::kString:
            return IsPlainString(token);
        case Token::kName:
            return IsAscii(token.text) && (!IsKeyword(token.text) || IsOneOf(kPlainWords, token.text));
        case Token::kOperator:
            return IsOneOf(kPlainOperators, token.text) && !(token.Is("(") && FollowsValue(line, at));
    }
    return false;
}

bool IsBound(const PyLine& line, size_t at, const std::set<std::string>& bound) {
    const PyToken& token = line.tokens[at];
    if (token.kind != Token::kName || IsKeyword(token.text)) return true;
    if (at > 0 && line.tokens[at - 1].Is(".")) return true;
    return bound.contains(token.text) || IsOneOf(kBuiltinNames, token.text);
}

bool Spells(const PyLine& line, std::initializer_list<std::string_view> words) {
    return line.tokens.size() >= words.size() &&
           std::equal(words.begin(), words.end(), line.tokens.begin(),
                      [](std::string_view word, const PyToken& token) { return token.Is(word); });
}

std::string DottedName(TokenCursor& cursor) {
    std::string name = cursor.Name();
    while (cursor.Accept(".")) name += "." + cursor.Name();
    return name;
}

void CheckModule(const TokenCursor& cursor, const std::string& module) {
    if (IsOneOf(kKnownModules, module.substr(0, module.find('.')))) return;
    cursor.Fail("what importing " + Quoted(module) + " does is not known");
}

// `meaning` is what the name stands for.
void CheckBinding(const TokenCursor& cursor, const std::string& name, const std::string& meaning) {
    if (!IsAscii(name)) cursor.Fail(Quoted(name) + " is not plain ASCII");
    if (!IsGuarded(name) && !IsDunder(name)) return;
    if ((name == "torch" || name == "ctypes") && meaning == name) return;
    if (name == "Path" && meaning == "pathlib.Path") return;
    cursor.Fail(Quoted(name) + " is imported");
}

std::vector<std::string> ParseFromImport(TokenCursor& cursor) {
    if (!cursor.AtEnd() && cursor.Peek()->text.starts_with(".")) cursor.Fail("a relative import is not known");
    const std::string module = DottedName(cursor);
    cursor.Expect("import");
    if (cursor.Accept("*")) cursor.Fail("'import *' may bind any name");
    const bool in_brackets = cursor.Accept("(");
    std::vector<std::string> names;
    do {
        if (in_brackets && cursor.Accept(")")) break;
        const std::string what = cursor.Name();
        names.push_back(cursor.Accept("as") ? cursor.Name() : what);
        // A feature of the language is no name that anybody uses.
        if (module != "__future__") CheckBinding(cursor, names.back(), module + "." + what);
        if (in_brackets && cursor.Accept(")")) break;
    } while (cursor.Accept(","));
    cursor.ExpectEnd();
    CheckModule(cursor, module);
    return names;
}

}  // namespace

bool IsGuarded(std::string_view name) {
    return IsOneOf(kGuarded, name);
}

bool Mentions(const PyLine& line, std::string_view name) {
    return std::any_of(line.tokens.begin(), line.tokens.end(), [name](const PyToken& token) { return token.Is(name); });
}

bool IsDocstring(const PyLine& line) {
    return std::all_of(line.tokens.begin(), line.tokens.end(), [](const PyToken& token) {
        return token.kind == PyToken::Kind::kString && IsPlainString(token);
    });
}

bool IsAssignment(const PyLine& line) {
    return line.tokens.size() > 2 && line.tokens[1].Is("=");
}

std::vector<std::string> ParseImport(const PyLine& line) {
    TokenCursor cursor(line, 1);
    if (line.tokens[0].Is("from")) return ParseFromImport(cursor);
    std::vector<std::string> names;
    do {
        const std::string module = DottedName(cursor);
        const std::string root = module.substr(0, module.find('.'));
        const bool renamed = cursor.Accept("as");
        names.push_back(renamed ? cursor.Name() : root);
        CheckBinding(cursor, names.back(), renamed ? module : root);
        CheckModule(cursor, module);
    } while (cursor.Accept(","));
    cursor.ExpectEnd();
    return names;
}

bool IsHarmlessExpression(const PyLine& line, size_t begin, size_t end, const std::set<std::string>& bound) {
    if (begin >= end) return false;
    for (size_t i = begin; i < end; ++i) {
        if (line.tokens[i].Is("=") || !IsHarmlessToken(line, i) || !IsBound(line, i, bound)) return false;
    }
    return true;
}

std::string HarmlessBinding(const PyLine& line, const std::set<std::string>& bound) {
    const PyToken& first = line.tokens[0];
    const bool plain = first.kind == Token::kName && IsAscii(first.text) && !IsKeyword(first.text);
    if (!plain || IsGuarded(first.text) || (IsDunder(first.text) && first.text != "__all__")) return {};
    const auto is_equals = [](const PyToken& token) { return token.Is("="); };
    const auto equals = std::find_if(line.tokens.begin(), line.tokens.end(), is_equals);
    const auto at = static_cast<size_t>(equals - line.tokens.begin());
    const bool annotated = at > 1 && line.tokens[1].Is(":") && IsHarmlessExpression(line, 2, at, bound);
    if (at != 1 && !annotated) return {};
    return IsHarmlessExpression(line, at + 1, line.tokens.size(), bound) ? first.text : "";
}

bool IsSeeding(const PyLine& line) {
    const size_t count = line.tokens.size();
    const bool of_a_number =
        count > 2 && line.tokens[count - 2].kind == Token::kNumber && line.tokens[count - 1].Is(")");
    return of_a_number && ((count == 6 && (Spells(line, {"torch", ".", "manual_seed", "("}) ||
                                           Spells(line, {"random", ".", "seed", "("}))) ||
                           (count == 8 && (Spells(line, {"np", ".", "random", ".", "seed", "("}) ||
                                           Spells(line, {"numpy", ".", "random", ".", "seed", "("}))));
}

bool IsMainGuard(const PyLine& line) {
    return Spells(line, {"if", "__name__", "=="}) && line.tokens.size() > 4 && line.tokens[3].value == "__main__" &&
           line.tokens[4].Is(":");
}

std::string DecoratorObstacle(const PyLine& line) {
    const bool known = line.tokens.size() == 6 && (Spells(line, {"@", "torch", ".", "no_grad", "(", ")"}) ||
                                                   Spells(line, {"@", "torch", ".", "inference_mode", "(", ")"}));
    return known ? "" : "a decorator has to be run";
}

// Defaults and annotations run when the function is defined; the names of parameters are not looked up.
std::string HeaderObstacle(const PyLine& line, const std::set<std::string>& bound) {
    if (line.tokens.size() < 5 || !line.tokens[0].Is("def") || line.tokens[1].kind != Token::kName ||
        !line.tokens[2].Is("(")) {
        return Quoted(line.tokens[0].text) + " starts a statement that has to be run";
    }
    const std::string& name = line.tokens[1].text;
    if ((IsGuarded(name) && name != "generate_inputs") || IsDunder(name) || !IsAscii(name)) {
        return Quoted(name) + " is a function";
    }
    const std::string obstacle = "the header of " + Quoted(name) + " has to be run";
    int depth = 1;
    bool looked_up = false;
    for (size_t i = 3; i < line.tokens.size(); ++i) {
        const PyToken& token = line.tokens[i];
        if (depth == 0 && token.Is(":")) return {};  // what follows on the line is the body
        if (!IsHarmlessToken(line, i) || (looked_up && !IsBound(line, i, bound))) return obstacle;
        if (token.Is("(") || token.Is("[") || token.Is("{")) ++depth;
        if (token.Is(")") || token.Is("]") || token.Is("}")) --depth;
        if (token.Is("->") || (depth == 1 && (token.Is(":") || token.Is("=")))) looked_up = true;
        if (depth == 1 && token.Is(",")) looked_up = false;
    }
    return obstacle;
}

std::string BodyObstacle(const PyLine& line) {
    if (Mentions(line, "global")) return "'global' rebinds names";
    for (size_t i = 0; i < line.tokens.size(); ++i) {
        const PyToken& token = line.tokens[i];
        if (token.kind == Token::kName && IsOneOf(kReachIntoModules, token.text)) {
            return Quoted(token.text) + " may rebind names";
        }
        const bool attribute = i > 0 && line.tokens[i - 1].Is(".") && IsGuarded(token.text);
        if (attribute && token.kind == Token::kName) return Quoted(token.text) + " is an attribute";
    }
    return {};
}

}  // namespace pto::gen
