// The evaluator behind EvaluateModule; private to it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "generator/config/kernel_config_evaluator.h"
#include "generator/python/python_syntax.h"

namespace pto::gen {

class PythonEvaluator {
  public:
    PythonEvaluator(const PythonSource& source, const EvaluationContext& context);

    void Run(const Statement& statement);
    EvaluatedModule Finish() &&;

  private:
    // Every copied byte and element costs; running out means that the file was made to blow up.
    void Charge(size_t amount, Position position);
    [[noreturn]] void Raise(const Statement& statement);

    Value Evaluate(const Expr& expr);
    Value EvaluateFormat(const Expr& expr);
    Value EvaluateName(const Expr& expr);
    Value EvaluateContainer(const Expr& expr, ValueKind kind);
    Value EvaluateChain(const Expr& expr);
    Value EvaluateBooleanChain(const Expr& expr);
    Value Negate(const Value& operand, Position position);
    Value Apply(const std::string& symbol, const Value& left, const Value& right, Position position);
    Value ApplyToIntegers(const std::string& symbol, int64_t left, int64_t right, Position position);
    Value Add(const Value& left, const Value& right, Position position);
    Value Compare(const std::string& symbol, const Value& left, const Value& right, Position position);
    bool Contains(const Value& container, const Value& item, Position position);

    Value EvaluatePostfix(const Expr& expr);
    Value Attribute(const Value& base, const Expr& attribute);
    Value PathParents(const Value& path, Position position);
    Value Subscript(const Value& base, const Value& index, Position position);
    Value CallSymbol(const std::string& symbol, const std::vector<Value>& arguments, Position position);
    Value CallPathMethod(const Value& path, const std::string& method, const std::vector<Value>& arguments,
                         Position position);
    Value MakePath(std::string text, Position position);
    Value JoinPaths(const std::vector<Value>& parts, Position position);
    Value ToString(const Value& value, Position position);
    Value ToInteger(const Value& value, Position position);
    Value ReadEnvironment(const Value& name, const Value* fallback, Position position);
    const std::string& PathText(const Value& value, Position position) const;

    const PythonSource& source_;
    const EvaluationContext& context_;
    EvaluatedModule module_;
    std::set<std::string> unset_;
    size_t budget_;
};

}  // namespace pto::gen
