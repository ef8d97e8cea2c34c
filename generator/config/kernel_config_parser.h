// Parses the statements that kernel_config.py files consist of, one at a time.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "generator/python/python_lexer.h"
#include "generator/python/python_syntax.h"

namespace pto::gen {

class KernelConfigParser {
  public:
    // `source` must outlive the parser.
    explicit KernelConfigParser(const PythonSource& source);

    // Nothing after the last statement. Fails with Error on a syntax error and with UnsupportedConstruct on Python
    // outside the subset, at the place where it begins.
    std::optional<Statement> Next();

  private:
    using ParseLevel = Expr (KernelConfigParser::*)();

    void Advance() { token_ = lexer_.Next(); }
    bool At(std::string_view text) const;
    bool Take(std::string_view text);
    void Expect(std::string_view text, std::string_view where);
    std::string ExpectName(std::string_view where);
    std::string DottedName(std::string_view where);
    [[noreturn]] void Unexpected(std::string_view expected) const;
    void RefuseKeyword(std::initializer_list<std::string_view> words, std::string_view what) const;

    Statement ParseStatement();
    Statement ParseSimple();
    Statement ParseGuard();
    Statement ParseRaise();
    Statement ParseImport();
    Statement ParseFromImport();
    Statement ParseAssignment();
    void SkipAnnotation();
    void EndStatement();

    Expr ParseExpression();
    Expr ParseOr();
    Expr ParseAnd();
    Expr ParseNot();
    Expr ParseComparison();
    Expr ParseSum();
    Expr ParseProduct();
    Expr ParseUnary();
    Expr ParsePostfix();
    Expr ParseAtom();
    Expr ParseStrings();
    Expr ParseParenthesis();
    Expr ParseBraces();
    void ParseItems(std::string_view close, Expr* sequence);
    Expr ParseChain(ParseLevel level, std::initializer_list<std::string_view> operators);
    Expr ParseTrailer();
    void RefuseInItem() const;
    void RefuseOperator(std::initializer_list<std::string_view> symbols) const;

    const PythonSource& source_;
    PythonLexer lexer_;
    Token token_;
    int depth_ = 0;
};

}  // namespace pto::gen
