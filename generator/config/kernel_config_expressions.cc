// The expression half of KernelConfigParser: one function per level of precedence, loosest first.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "generator/config/kernel_config_parser.h"
#include "generator/python/python_format.h"

namespace pto::gen {
namespace {

// Deeper than any real file, shallow enough for any stack.
constexpr int kDeepestNesting = 64;

class DepthGuard {
  public:
    DepthGuard(int* depth, const PythonSource& source, Position position) : depth_(depth) {
        if (*depth_ >= kDeepestNesting) {
            source.Fail(position, "expression is nested more than " + std::to_string(kDeepestNesting) + " levels deep");
        }
        ++*depth_;
    }
    ~DepthGuard() { --*depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;

  private:
    int* depth_;
};

}  // namespace

Expr KernelConfigParser::ParseExpression() {
    const DepthGuard guard(&depth_, source_, token_.position);
    RefuseKeyword({"lambda"}, "lambda expression");
    RefuseKeyword({"await", "yield"}, "coroutine expression");
    Expr expression = ParseOr();
    RefuseKeyword({"if"}, "conditional expression");
    RefuseKeyword({":="}, "assignment expression");
    return expression;
}

Expr KernelConfigParser::ParseOr() {
    return ParseChain(&KernelConfigParser::ParseAnd, {"or"});
}
Expr KernelConfigParser::ParseAnd() {
    return ParseChain(&KernelConfigParser::ParseNot, {"and"});
}

Expr KernelConfigParser::ParseNot() {
    if (!At("not")) return ParseComparison();
    const DepthGuard guard(&depth_, source_, token_.position);
    Expr expression{ExprKind::kNot, token_.position};
    Advance();
    expression.items.push_back(ParseNot());
    return expression;
}

Expr KernelConfigParser::ParseComparison() {
    Expr left = ParseSum();
    Expr comparison{ExprKind::kChain, left.position};
    std::string name;
    for (const std::string_view symbol : {"==", "!=", "<=", ">=", "<", ">", "in", "is", "not"}) {
        if (!At(symbol)) continue;
        name = symbol;
        Advance();
        break;
    }
    if (name.empty()) return left;
    if (name == "not") {
        Expect("in", "after 'not'");
        name = "not in";
    } else if (name == "is" && Take("not")) {
        name = "is not";
    }
    comparison.items.push_back(std::move(left));
    comparison.operators.push_back(name);
    comparison.items.push_back(ParseSum());
    RefuseKeyword({"==", "!=", "<=", ">=", "<", ">", "in", "is", "not"}, "chained comparison");
    return comparison;
}

void KernelConfigParser::RefuseOperator(std::initializer_list<std::string_view> symbols) const {
    if (token_.kind != TokenKind::kOperator) return;
    for (const std::string_view symbol : symbols) {
        if (At(symbol)) source_.FailUnsupported(token_.position, "operator '" + std::string(symbol) + "'");
    }
}

Expr KernelConfigParser::ParseSum() {
    Expr sum = ParseChain(&KernelConfigParser::ParseProduct, {"+", "-"});
    RefuseOperator({"|", "&", "^", "<<", ">>"});
    return sum;
}

Expr KernelConfigParser::ParseProduct() {
    Expr product = ParseChain(&KernelConfigParser::ParseUnary, {"*", "/", "//"});
    RefuseOperator({"%", "@", "**"});
    return product;
}

Expr KernelConfigParser::ParseUnary() {
    if (!At("-") && !At("+")) {
        RefuseOperator({"~"});
        return ParsePostfix();
    }
    const DepthGuard guard(&depth_, source_, token_.position);
    Expr expression{ExprKind::kNegate, token_.position};
    const bool negative = At("-");
    Advance();
    Expr operand = ParseUnary();
    if (!negative) return operand;
    expression.items.push_back(std::move(operand));
    return expression;
}

Expr KernelConfigParser::ParseChain(ParseLevel level, std::initializer_list<std::string_view> operators) {
    Expr first = (this->*level)();
    Expr chain{ExprKind::kChain, first.position};
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view symbol : operators) {
            if (!At(symbol)) continue;
            Advance();
            chain.operators.emplace_back(symbol);
            chain.items.push_back((this->*level)());
            found = true;
            break;
        }
    }
    if (chain.operators.empty()) return first;
    chain.items.insert(chain.items.begin(), std::move(first));
    return chain;
}

Expr KernelConfigParser::ParsePostfix() {
    Expr base = ParseAtom();
    if (!At(".") && !At("(") && !At("[")) return base;
    Expr postfix{ExprKind::kPostfix, base.position};
    postfix.items.push_back(std::move(base));
    while (At(".") || At("(") || At("[")) postfix.items.push_back(ParseTrailer());
    return postfix;
}

Expr KernelConfigParser::ParseTrailer() {
    Expr trailer{ExprKind::kAttribute, token_.position};
    if (Take(".")) {
        trailer.position = token_.position;
        trailer.text = ExpectName("after '.'");
    } else if (Take("(")) {
        trailer.kind = ExprKind::kCall;
        ParseItems(")", &trailer);
    } else {
        Expect("[", "here");
        trailer.kind = ExprKind::kSubscript;
        trailer.items.push_back(ParseExpression());
        RefuseKeyword({":"}, "slice");
        Expect("]", "after the subscript");
    }
    return trailer;
}

Expr KernelConfigParser::ParseAtom() {
    Expr atom{ExprKind::kNone, token_.position};
    if (Take("None")) return atom;
    if (At("True") || At("False")) {
        atom.kind = ExprKind::kBool;
        atom.number = At("True") ? 1 : 0;
        Advance();
    } else if (token_.kind == TokenKind::kInteger) {
        atom.kind = ExprKind::kInteger;
        atom.number = DecodeInteger(source_, token_);
        Advance();
    } else if (token_.kind == TokenKind::kFloat) {
        atom.kind = ExprKind::kFloat;
        atom.text = token_.text;
        Advance();
    } else if (token_.kind == TokenKind::kString || token_.kind == TokenKind::kFormatString) {
        return ParseStrings();
    } else if (At("(")) {
        return ParseParenthesis();
    } else if (At("{")) {
        return ParseBraces();
    } else if (Take("[")) {
        atom.kind = ExprKind::kList;
        ParseItems("]", &atom);
    } else if (token_.kind == TokenKind::kName) {
        atom.kind = ExprKind::kName;
        atom.text = ExpectName("or a value");
    } else {
        RefuseKeyword({"*", "**"}, "unpacking with '*'");
        Unexpected("a value");
    }
    return atom;
}

// Neighbouring literals are one string.
Expr KernelConfigParser::ParseStrings() {
    Expr text{ExprKind::kString, token_.position};
    bool readable = true;
    for (; token_.kind == TokenKind::kString || token_.kind == TokenKind::kFormatString; Advance()) {
        if (token_.kind == TokenKind::kFormatString) {
            if (text.kind == ExprKind::kString) text.position = token_.position;
            text.kind = ExprKind::kFormatString;
            text.text += token_.text;
            std::optional<std::vector<Expr>> parts = FormatParts(token_);
            readable = readable && parts.has_value();
            if (readable) std::move(parts->begin(), parts->end(), std::back_inserter(text.items));
        } else {
            Expr part{ExprKind::kString, token_.position};
            part.text = DecodeString(source_, token_);
            text.text += part.text;
            text.items.push_back(std::move(part));
        }
    }
    if (!readable || text.kind == ExprKind::kString) text.items.clear();
    return text;
}

void KernelConfigParser::RefuseInItem() const {
    RefuseKeyword({"for", "async"}, "comprehension");
    RefuseKeyword({"="}, "keyword argument");
}

// Items up to `close`, which is taken too.
void KernelConfigParser::ParseItems(std::string_view close, Expr* sequence) {
    while (!Take(close)) {
        RefuseKeyword({"*", "**"}, "unpacking with '*'");
        sequence->items.push_back(ParseExpression());
        RefuseInItem();
        if (!At(close)) Expect(",", "or '" + std::string(close) + "'");
    }
}

Expr KernelConfigParser::ParseParenthesis() {
    Expr tuple{ExprKind::kTuple, token_.position};
    Advance();
    if (Take(")")) return tuple;
    RefuseKeyword({"*"}, "unpacking with '*'");
    Expr first = ParseExpression();
    RefuseInItem();
    if (Take(")")) return first;
    Expect(",", "or ')'");
    tuple.items.push_back(std::move(first));
    ParseItems(")", &tuple);
    return tuple;
}

// A dict, or a set, which is read like a tuple.
Expr KernelConfigParser::ParseBraces() {
    Expr display{ExprKind::kDict, token_.position};
    Advance();
    while (!Take("}")) {
        RefuseKeyword({"*", "**"}, "unpacking with '*'");
        display.items.push_back(ParseExpression());
        RefuseInItem();
        const bool first = display.items.size() == 1;
        if (first && (At(",") || At("}"))) display.kind = ExprKind::kTuple;
        if (display.kind == ExprKind::kDict) {
            Expect(":", "after the key");
            display.items.push_back(ParseExpression());
            RefuseInItem();
        }
        if (!At("}")) Expect(",", "or '}'");
    }
    return display;
}

}  // namespace pto::gen
