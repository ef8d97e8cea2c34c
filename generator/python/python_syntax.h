// Syntax of the accepted subset of Python: expressions and statements as plain records.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "generator/python/python_source.h"

namespace pto::gen {

enum class ExprKind {
    kNone,
    kBool,          // number
    kInteger,       // number
    kFloat,         // text
    kString,        // text
    kFormatString,  // text, raw; items: the texts and names that it is made of, none where it has more in it
    kName,          // text
    kList,          // items
    kTuple,         // items; set displays too
    kDict,          // items: key, value, key, value, ...
    kChain,         // items joined from left to right by operators: items.size() - 1 of them
    kNot,           // items[0]
    kNegate,        // items[0]
    kPostfix,       // items[0], then kAttribute, kCall and kSubscript applied to it in order
    kAttribute,     // text
    kCall,          // items: arguments
    kSubscript,     // items[0]
};

// Chains are flat, so the depth of a tree is the depth of brackets in the text, which the parser limits.
struct Expr {
    ExprKind kind = ExprKind::kNone;
    Position position;
    int64_t number = 0;
    std::string text;
    std::vector<Expr> items;
    std::vector<std::string> operators;  // "+", "/", "and", "not in", ...
};

enum class StatementKind { kNothing, kImport, kAssign, kGuard, kRaise };

struct Statement {
    StatementKind kind = StatementKind::kNothing;
    Position position;
    std::vector<std::pair<std::string, std::string>> imports;  // name -> dotted origin, "os" or "pathlib.Path"
    std::vector<std::string> targets;                          // of an assignment, several for a = b = 1
    Expr value;                                                // assigned, or the condition of a guard
    std::string exception;                                     // raised by kRaise or when a guard's condition holds
    Expr message;                                              // its argument; kNone when there is none
};

}  // namespace pto::gen
