#include "generator/config/kernel_config_parser.h"

#include <algorithm>
#include <iterator>

namespace pto::gen {
namespace {

struct Refusal {
    std::string_view word;
    std::string_view construct;
};

constexpr Refusal kRefusedStatements[] = {
    {"for", "for statement"},       {"while", "while statement"}, {"def", "function definition"},
    {"class", "class definition"},  {"with", "with statement"},   {"try", "try statement"},
    {"async", "async statement"},   {"del", "del statement"},     {"global", "global statement"},
    {"assert", "assert statement"}, {"@", "decorator"},           {"nonlocal", "nonlocal statement"},
    {"return", "return statement"}, {"yield", "yield statement"},
};

constexpr std::string_view kKeywords[] = {
    "False",  "None",     "True", "and",    "as",   "assert",  "async",  "await",  "break", "class",  "continue", "def",
    "del",    "elif",     "else", "except", "for",  "finally", "from",   "global", "if",    "import", "in",       "is",
    "lambda", "nonlocal", "not",  "or",     "pass", "raise",   "return", "try",    "while", "with",   "yield",
};

bool IsKeyword(std::string_view word) {
    return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

std::string Shown(const Token& token) {
    switch (token.kind) {
        case TokenKind::kNewline:
            return "the end of the line";
        case TokenKind::kEnd:
            return "the end of the file";
        case TokenKind::kIndent:
            return "an indented line";
        case TokenKind::kDedent:
            return "the end of the block";
        default:
            return Quoted(token.text);
    }
}

}  // namespace

KernelConfigParser::KernelConfigParser(const PythonSource& source) : source_(source), lexer_(source) {
    Advance();
}

bool KernelConfigParser::At(std::string_view text) const {
    return (token_.kind == TokenKind::kName || token_.kind == TokenKind::kOperator) && token_.text == text;
}

bool KernelConfigParser::Take(std::string_view text) {
    if (!At(text)) return false;
    Advance();
    return true;
}

void KernelConfigParser::Expect(std::string_view text, std::string_view where) {
    if (!Take(text)) Unexpected(std::string("'").append(text).append("' ").append(where));
}

std::string KernelConfigParser::ExpectName(std::string_view where) {
    if (token_.kind != TokenKind::kName || IsKeyword(token_.text)) Unexpected("a name " + std::string(where));
    std::string name(token_.text);
    Advance();
    return name;
}

std::string KernelConfigParser::DottedName(std::string_view where) {
    std::string name = ExpectName(where);
    while (Take(".")) name.append(1, '.').append(ExpectName(where));
    return name;
}

void KernelConfigParser::Unexpected(std::string_view expected) const {
    source_.Fail(token_.position, "found " + Shown(token_) + ", expected " + std::string(expected));
}

void KernelConfigParser::RefuseKeyword(std::initializer_list<std::string_view> words, std::string_view what) const {
    for (const std::string_view word : words) {
        if (At(word)) source_.FailUnsupported(token_.position, std::string(what));
    }
}

std::optional<Statement> KernelConfigParser::Next() {
    while (token_.kind == TokenKind::kNewline || At(";")) Advance();
    if (token_.kind == TokenKind::kEnd) return std::nullopt;
    return ParseStatement();
}

Statement KernelConfigParser::ParseStatement() {
    for (const Refusal& refusal : kRefusedStatements) RefuseKeyword({refusal.word}, refusal.construct);
    if (At("if")) return ParseGuard();
    Statement statement = ParseSimple();
    EndStatement();
    return statement;
}

void KernelConfigParser::EndStatement() {
    if (Take(";") || token_.kind == TokenKind::kEnd) return;
    if (token_.kind != TokenKind::kNewline) Unexpected("the end of the statement");
    Advance();
}

Statement KernelConfigParser::ParseSimple() {
    if (At("import")) return ParseImport();
    if (At("from")) return ParseFromImport();
    if (At("raise")) return ParseRaise();
    if (At("pass") || At("...")) {
        Statement statement{StatementKind::kNothing, token_.position};
        Advance();
        return statement;
    }
    return ParseAssignment();
}

// if CONDITION: raise NAME("message")
Statement KernelConfigParser::ParseGuard() {
    const Position start = token_.position;
    Advance();
    Expr condition = ParseExpression();
    Expect(":", "after the condition");
    const bool block = token_.kind == TokenKind::kNewline;
    if (block) {
        Advance();
        if (token_.kind != TokenKind::kIndent) Unexpected("an indented block after 'if'");
        Advance();
    }
    if (!At("raise")) source_.FailUnsupported(start, "if statement that does more than raise an exception");
    Statement guard = ParseRaise();
    EndStatement();
    if (block && token_.kind != TokenKind::kDedent) {
        source_.FailUnsupported(start, "if statement that does more than raise an exception");
    }
    if (block) Advance();
    RefuseKeyword({"elif", "else"}, "else branch of an if statement");
    guard.kind = StatementKind::kGuard;
    guard.position = start;
    guard.value = std::move(condition);
    return guard;
}

Statement KernelConfigParser::ParseRaise() {
    Statement statement{StatementKind::kRaise, token_.position};
    Advance();
    statement.exception = DottedName("of an exception after 'raise'");
    if (At("(")) {
        const Expr call = ParseTrailer();
        if (!call.items.empty()) statement.message = call.items[0];
    }
    if (Take("from")) ParseExpression();
    return statement;
}

Statement KernelConfigParser::ParseImport() {
    Statement statement{StatementKind::kImport, token_.position};
    do {
        Advance();
        const std::string module = DottedName("of a module");
        if (Take("as")) {
            statement.imports.emplace_back(ExpectName("after 'as'"), module);
        } else {
            const std::string package = module.substr(0, module.find('.'));  // import a.b binds a
            statement.imports.emplace_back(package, package);
        }
    } while (At(","));
    return statement;
}

Statement KernelConfigParser::ParseFromImport() {
    Statement statement{StatementKind::kImport, token_.position};
    Advance();
    if (At(".") || At("...")) source_.FailUnsupported(token_.position, "relative import");
    const std::string module = DottedName("of a module after 'from'");
    Expect("import", "after the module");
    RefuseKeyword({"*"}, "import of every name of a module");
    const bool parenthesised = Take("(");
    do {
        if (parenthesised && At(")")) break;
        const std::string name = ExpectName("to import");
        statement.imports.emplace_back(Take("as") ? ExpectName("after 'as'") : name, module + "." + name);
    } while (Take(","));
    if (parenthesised) Expect(")", "after the imported names");
    return statement;
}

// NAME = NAME = VALUE, NAME: ANNOTATION = VALUE, or a lone string (docstring).
Statement KernelConfigParser::ParseAssignment() {
    Statement statement{StatementKind::kAssign, token_.position};
    Expr expression = ParseExpression();
    while (At("=") || At(":")) {
        if (expression.kind != ExprKind::kName) {
            source_.FailUnsupported(expression.position, "assignment to something other than a name");
        }
        statement.targets.push_back(expression.text);
        if (At(":")) SkipAnnotation();
        if (!Take("=")) {
            statement.kind = StatementKind::kNothing;  // "NAME: ANNOTATION" declares, but assigns nothing
            return statement;
        }
        expression = ParseExpression();
        if (At(",")) source_.FailUnsupported(token_.position, "tuple without parentheses");
    }
    for (const std::string_view augmented :
         {"+=", "-=", "*=", "/=", "//=", "%=", "**=", "|=", "&=", "^=", "<<=", ">>=", "@="}) {
        RefuseKeyword({augmented}, "augmented assignment");
    }
    if (statement.targets.empty()) {
        if (At(",")) source_.FailUnsupported(statement.position, "assignment to several names");
        if (expression.kind != ExprKind::kString) {
            if (token_.kind != TokenKind::kNewline && token_.kind != TokenKind::kEnd) {
                Unexpected("'=' or the end of the statement");
            }
            source_.FailUnsupported(statement.position, "expression used as a statement");
        }
        statement.kind = StatementKind::kNothing;
    }
    statement.value = std::move(expression);
    return statement;
}

void KernelConfigParser::SkipAnnotation() {
    Advance();
    int brackets = 0;
    while (token_.kind != TokenKind::kNewline && token_.kind != TokenKind::kEnd && !(brackets == 0 && At("="))) {
        if (At("(") || At("[") || At("{")) ++brackets;
        if (At(")") || At("]") || At("}")) --brackets;
        Advance();
    }
}

}  // namespace pto::gen
