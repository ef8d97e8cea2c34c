#include "generator/config/kernel_config_evaluator.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "generator/config/kernel_config_parser.h"
#include "generator/config/python_evaluator.h"
#include "generator/config/remedy.h"

namespace pto::gen {
namespace {

// Far above what real files copy: some 10 bytes for each of the text, 30 with long paths. Spent in a fraction of a
// second.
constexpr size_t kFixedBudget = 16u << 20;
constexpr size_t kBudgetPerByte = 64;
constexpr size_t kElementCost = 64;

constexpr std::string_view kBuiltins[] = {"str", "int"};

bool IsNumber(const Value& value) {
    return value.kind == ValueKind::kInteger;
}

}  // namespace

PythonEvaluator::PythonEvaluator(const PythonSource& source, const EvaluationContext& context)
    : source_(source), context_(context), budget_(kFixedBudget + kBudgetPerByte * source.text().size()) {
    module_.names["__file__"] = MakeString(context.module_path, {});
    module_.names["__name__"] = MakeString("kernel_config", {});
}

EvaluatedModule PythonEvaluator::Finish() && {
    module_.names.erase("__file__");
    module_.names.erase("__name__");
    module_.environment_unset.assign(unset_.begin(), unset_.end());
    return std::move(module_);
}

void PythonEvaluator::Charge(size_t amount, Position position) {
    if (amount > budget_) source_.Fail(position, "this computes more data than a kernel configuration can need");
    budget_ -= amount;
}

void PythonEvaluator::Run(const Statement& statement) {
    switch (statement.kind) {
        case StatementKind::kNothing:
            return;
        case StatementKind::kImport:
            for (const auto& [name, origin] : statement.imports) {
                Value symbol{ValueKind::kSymbol, statement.position};
                symbol.text = origin;
                module_.names[name] = std::move(symbol);
            }
            return;
        case StatementKind::kAssign: {
            const Value value = Evaluate(statement.value);
            for (const std::string& target : statement.targets) {
                Charge(value.text.size() + kElementCost, statement.position);
                module_.names[target] = value;
            }
            return;
        }
        case StatementKind::kGuard:
            if (Truthy(Evaluate(statement.value))) Raise(statement);
            return;
        case StatementKind::kRaise:
            Raise(statement);
    }
}

void PythonEvaluator::Raise(const Statement& statement) {
    std::string text = "the file refuses itself: " + Printable(statement.exception);
    if (statement.message.kind == ExprKind::kFormatString) {
        text += ": " + Printable(statement.message.text);
    } else if (statement.message.kind != ExprKind::kNone) {
        const Value message = Evaluate(statement.message);
        text += ": " + (message.kind == ValueKind::kString ? Printable(message.text) : Describe(message));
    }
    source_.Fail(statement.position, text, std::string("set what it asks for, or ") + kRecompile);
}

Value PythonEvaluator::Evaluate(const Expr& expr) {
    Value value{ValueKind::kNone, expr.position, expr.number};
    switch (expr.kind) {
        case ExprKind::kNone:
            return value;
        case ExprKind::kBool:
            value.kind = ValueKind::kBool;
            return value;
        case ExprKind::kInteger:
            value.kind = ValueKind::kInteger;
            return value;
        case ExprKind::kFloat:
        case ExprKind::kString:
            value.kind = expr.kind == ExprKind::kFloat ? ValueKind::kFloat : ValueKind::kString;
            value.text = expr.text;
            return value;
        case ExprKind::kFormatString:
            return EvaluateFormat(expr);
        case ExprKind::kName:
            return EvaluateName(expr);
        case ExprKind::kList:
            return EvaluateContainer(expr, ValueKind::kList);
        case ExprKind::kTuple:
            return EvaluateContainer(expr, ValueKind::kTuple);
        case ExprKind::kDict:
            return EvaluateContainer(expr, ValueKind::kDict);
        case ExprKind::kChain:
            return EvaluateChain(expr);
        case ExprKind::kNot:
            return MakeBool(!Truthy(Evaluate(expr.items[0])), expr.position);
        case ExprKind::kNegate:
            return Negate(Evaluate(expr.items[0]), expr.position);
        default:  // trailers are evaluated with what they stand on
            return EvaluatePostfix(expr);
    }
}

Value PythonEvaluator::EvaluateFormat(const Expr& expr) {
    if (expr.items.empty()) {
        source_.FailUnsupported(expr.position, "f-string with more than names in its braces");
    }
    std::string text;
    for (const Expr& part : expr.items) text += ToString(Evaluate(part), part.position).text;
    return MakeString(std::move(text), expr.position);
}

Value PythonEvaluator::EvaluateName(const Expr& expr) {
    const auto found = module_.names.find(expr.text);
    if (found != module_.names.end()) {
        Value value = found->second;
        Charge(value.text.size() + 1, expr.position);
        value.position = expr.position;
        return value;
    }
    if (std::find(std::begin(kBuiltins), std::end(kBuiltins), expr.text) != std::end(kBuiltins)) {
        Value symbol{ValueKind::kSymbol, expr.position};
        symbol.text = expr.text;
        return symbol;
    }
    std::vector<std::string> known;
    for (const auto& [name, value] : module_.names) known.push_back(name);
    source_.Fail(expr.position, "name '" + Printable(expr.text) + "' is not defined",
                 expr.text.size() < 64 ? DidYouMean(expr.text, known) : "");
}

Value PythonEvaluator::EvaluateContainer(const Expr& expr, ValueKind kind) {
    std::vector<Value> items;
    items.reserve(expr.items.size());
    for (const Expr& item : expr.items) items.push_back(Evaluate(item));
    Value container = MakeContainer(kind, std::move(items), expr.position);
    if (container.depth > kDeepestValue) source_.Fail(expr.position, "value is nested too deeply");
    return container;
}

Value PythonEvaluator::EvaluateChain(const Expr& expr) {
    if (expr.operators[0] == "and" || expr.operators[0] == "or") return EvaluateBooleanChain(expr);
    Value result = Evaluate(expr.items[0]);
    for (size_t i = 0; i < expr.operators.size(); ++i) {
        result = Apply(expr.operators[i], result, Evaluate(expr.items[i + 1]), expr.items[i + 1].position);
        result.position = expr.position;
    }
    return result;
}

Value PythonEvaluator::EvaluateBooleanChain(const Expr& expr) {
    const bool stop_at = expr.operators[0] == "or";
    Value result = Evaluate(expr.items[0]);
    for (size_t i = 1; i < expr.items.size() && Truthy(result) != stop_at; ++i) result = Evaluate(expr.items[i]);
    return result;
}

Value PythonEvaluator::Negate(const Value& operand, Position position) {
    if (!IsNumber(operand)) source_.FailUnsupported(position, "'-' before " + Describe(operand));
    return ApplyToIntegers("-", 0, operand.number, position);
}

Value PythonEvaluator::Apply(const std::string& symbol, const Value& left, const Value& right, Position position) {
    const bool comparison = symbol != "+" && symbol != "-" && symbol != "*" && symbol != "/" && symbol != "//";
    if (comparison) return Compare(symbol, left, right, position);
    if (symbol == "/" && (left.kind == ValueKind::kPath || right.kind == ValueKind::kPath)) {
        return JoinPaths({left, right}, position);
    }
    if (symbol != "/" && IsNumber(left) && IsNumber(right)) {
        return ApplyToIntegers(symbol, left.number, right.number, position);
    }
    if (symbol == "+") return Add(left, right, position);
    source_.FailUnsupported(position, "'" + symbol + "' between " + Describe(left) + " and " + Describe(right));
}

Value PythonEvaluator::ApplyToIntegers(const std::string& symbol, int64_t left, int64_t right, Position position) {
    int64_t result = 0;
    bool overflow = false;
    if (symbol == "+") {
        overflow = __builtin_add_overflow(left, right, &result);
    } else if (symbol == "-") {
        overflow = __builtin_sub_overflow(left, right, &result);
    } else if (symbol == "*") {
        overflow = __builtin_mul_overflow(left, right, &result);
    } else if (right == 0) {
        source_.Fail(position, "division by zero");
    } else if (right == -1) {
        overflow = __builtin_sub_overflow(int64_t{0}, left, &result);
    } else {  // rounds down, unlike C++
        result = left / right - (left % right != 0 && (left < 0) != (right < 0) ? 1 : 0);
    }
    if (overflow) source_.Fail(position, "the result of '" + symbol + "' does not fit in 64 bits");
    return MakeInteger(result, position);
}

Value PythonEvaluator::Add(const Value& left, const Value& right, Position position) {
    if (left.kind == ValueKind::kString && right.kind == ValueKind::kString) {
        Charge(left.text.size() + right.text.size(), position);
        return MakeString(left.text + right.text, position);
    }
    if (IsSequence(left) && left.kind == right.kind) {
        Charge(kElementCost * (Items(left).size() + Items(right).size()), position);
        std::vector<Value> items = Items(left);
        items.insert(items.end(), Items(right).begin(), Items(right).end());
        for (const Value& item : items) Charge(item.text.size(), position);
        return MakeContainer(left.kind, std::move(items), position);
    }
    source_.FailUnsupported(position, "'+' between " + Describe(left) + " and " + Describe(right));
}

Value PythonEvaluator::Compare(const std::string& symbol, const Value& left, const Value& right, Position position) {
    if (symbol == "in" || symbol == "not in") {
        return MakeBool(Contains(right, left, position) == (symbol == "in"), position);
    }
    const bool equality = symbol == "==" || symbol == "is";
    // Containers may share their parts, so that comparing them in full could take for ever.
    if ((equality || symbol == "!=" || symbol == "is not") && !(left.items && right.items)) {
        return MakeBool(EqualScalars(left, right) == equality, position);
    }
    if (!IsNumber(left) || !IsNumber(right)) {
        source_.FailUnsupported(position, "'" + symbol + "' between " + Describe(left) + " and " + Describe(right));
    }
    const bool smaller = left.number < right.number;
    if (left.number == right.number) return MakeBool(symbol == "<=" || symbol == ">=", position);
    return MakeBool(smaller == (symbol == "<" || symbol == "<="), position);
}

bool PythonEvaluator::Contains(const Value& container, const Value& item, Position position) {
    if (container.kind == ValueKind::kString && item.kind == ValueKind::kString) {
        Charge(container.text.size() * (item.text.size() + 1), position);
        return container.text.find(item.text) != std::string::npos;
    }
    if (!container.items || item.items) source_.FailUnsupported(position, "'in' with " + Describe(container));
    const size_t step = container.kind == ValueKind::kDict ? 2 : 1;
    for (size_t i = 0; i < Items(container).size(); i += step) {
        Charge(kElementCost, position);
        if (EqualScalars(Items(container)[i], item)) return true;
    }
    return false;
}

EvaluatedModule EvaluateModule(const PythonSource& source, const EvaluationContext& context) {
    KernelConfigParser parser(source);
    PythonEvaluator evaluator(source, context);
    while (const std::optional<Statement> statement = parser.Next()) evaluator.Run(*statement);
    return std::move(evaluator).Finish();
}

}  // namespace pto::gen
