// The half of PythonEvaluator that deals with attributes, subscripts and calls: paths, the environment, str() and
// int().
#include <charconv>
#include <utility>

#include "base/text.h"
#include "generator/config/pure_path.h"
#include "generator/config/python_evaluator.h"

namespace pto::gen {
namespace {

bool IsPathClass(std::string_view symbol) {
    return symbol == "pathlib.Path" || symbol == "pathlib.PosixPath" || symbol == "pathlib.PurePath" ||
           symbol == "pathlib.PurePosixPath";
}

}  // namespace

Value PythonEvaluator::MakePath(std::string text, Position position) {
    Charge(text.size(), position);
    Value path{ValueKind::kPath, position};
    path.text = std::move(text);
    return path;
}

const std::string& PythonEvaluator::PathText(const Value& value, Position position) const {
    if (value.kind != ValueKind::kPath && value.kind != ValueKind::kString) {
        source_.Fail(position, "found " + Describe(value) + ", expected a path or a string");
    }
    return value.text;
}

Value PythonEvaluator::JoinPaths(const std::vector<Value>& parts, Position position) {
    std::string path = ".";
    for (const Value& part : parts) {
        path = JoinPath(path, PathText(part, position));
        Charge(path.size(), position);
    }
    return MakePath(std::move(path), position);
}

Value PythonEvaluator::EvaluatePostfix(const Expr& expr) {
    Value value = Evaluate(expr.items[0]);
    for (size_t i = 1; i < expr.items.size(); ++i) {
        const Expr& trailer = expr.items[i];
        const bool method = trailer.kind == ExprKind::kAttribute && value.kind != ValueKind::kSymbol &&
                            i + 1 < expr.items.size() && expr.items[i + 1].kind == ExprKind::kCall;
        const Expr& call = method ? expr.items[++i] : trailer;
        std::vector<Value> arguments;
        if (call.kind == ExprKind::kCall || call.kind == ExprKind::kSubscript) {
            for (const Expr& item : call.items) arguments.push_back(Evaluate(item));
        }
        if (method) {
            value = CallPathMethod(value, trailer.text, arguments, trailer.position);
        } else if (trailer.kind == ExprKind::kAttribute) {
            value = Attribute(value, trailer);
        } else if (trailer.kind == ExprKind::kSubscript) {
            value = Subscript(value, arguments[0], trailer.position);
        } else if (value.kind == ValueKind::kSymbol) {
            value = CallSymbol(value.text, arguments, expr.position);
        } else {
            source_.FailUnsupported(trailer.position, "call of " + Describe(value));
        }
        value.position = expr.position;
    }
    return value;
}

Value PythonEvaluator::Attribute(const Value& base, const Expr& attribute) {
    const Position position = attribute.position;
    if (base.kind == ValueKind::kSymbol) {
        Charge(base.text.size() + attribute.text.size(), position);
        Value symbol{ValueKind::kSymbol, position};
        symbol.text = base.text + "." + attribute.text;
        return symbol;
    }
    if (base.kind == ValueKind::kPath) {
        if (attribute.text == "parent") return MakePath(ParentPath(base.text), position);
        if (attribute.text == "name") return MakeString(PathName(base.text), position);
        if (attribute.text == "stem") return MakeString(PathStem(base.text), position);
        if (attribute.text == "parents") return PathParents(base, position);
    }
    source_.FailUnsupported(position, "attribute '" + Printable(attribute.text) + "' of " + Describe(base));
}

Value PythonEvaluator::PathParents(const Value& path, Position position) {
    std::vector<Value> parents;
    for (std::string text = path.text; ParentPath(text) != text;) {
        text = ParentPath(text);
        parents.push_back(MakePath(text, position));
    }
    return MakeContainer(ValueKind::kTuple, std::move(parents), position);
}

Value PythonEvaluator::Subscript(const Value& base, const Value& index, Position position) {
    if (base.kind == ValueKind::kSymbol && base.text == "os.environ") {
        Value value = ReadEnvironment(index, nullptr, position);
        if (value.kind == ValueKind::kString) return value;
        source_.Fail(position, "environment variable '" + Printable(index.text) + "' is not set", "set it");
    }
    if (base.kind == ValueKind::kDict && index.kind == ValueKind::kString) {
        const Value* found = FindKey(base, index.text);
        Charge(Items(base).size(), position);
        if (found != nullptr) {
            Charge(found->text.size(), position);
            return *found;
        }
        source_.Fail(position, "the dict has no key '" + Printable(index.text) + "'");
    }
    if (IsSequence(base) && index.kind == ValueKind::kInteger) {
        const auto size = static_cast<int64_t>(Items(base).size());
        const int64_t at = index.number < 0 ? index.number + size : index.number;
        if (at < 0 || at >= size) {
            source_.Fail(position, "index " + std::to_string(index.number) + " is out of range for " +
                                       Count(Items(base).size(), "item"));
        }
        Charge(Items(base)[static_cast<size_t>(at)].text.size(), position);
        return Items(base)[static_cast<size_t>(at)];
    }
    source_.FailUnsupported(position, "subscript of " + Describe(base) + " with " + Describe(index));
}

Value PythonEvaluator::CallSymbol(const std::string& symbol, const std::vector<Value>& arguments, Position position) {
    if (IsPathClass(symbol) || symbol == "os.path.join") {
        Value path = JoinPaths(arguments, position);
        if (symbol == "os.path.join") path.kind = ValueKind::kString;
        return path;
    }
    const size_t count = arguments.size();
    if (symbol == "os.environ.get" || symbol == "os.getenv") {
        if (count == 1 || count == 2)
            return ReadEnvironment(arguments[0], count == 2 ? &arguments[1] : nullptr, position);
    } else if (count == 1) {
        if (symbol == "str") return ToString(arguments[0], position);
        if (symbol == "int") return ToInteger(arguments[0], position);
        if (symbol == "os.path.dirname")
            return MakeString(ParentPath(NormalPath(PathText(arguments[0], position))), position);
        if (symbol == "os.path.abspath" || symbol == "os.path.realpath") {
            return MakeString(context_.canonical(PathText(arguments[0], position)), position);
        }
    }
    source_.FailUnsupported(position, "call of '" + Printable(symbol) + "' with " + Count(count, "argument"));
}

Value PythonEvaluator::CallPathMethod(const Value& path, const std::string& method, const std::vector<Value>& arguments,
                                      Position position) {
    if (path.kind == ValueKind::kPath) {
        if (method == "joinpath") {
            std::vector<Value> parts = {path};
            parts.insert(parts.end(), arguments.begin(), arguments.end());
            return JoinPaths(parts, position);
        }
        if (arguments.empty()) {
            if (method == "resolve") return MakePath(context_.canonical(path.text), position);
            if (method == "absolute" && IsAbsolutePath(path.text)) return path;
            if (method == "as_posix") return MakeString(path.text, position);
        }
    }
    source_.FailUnsupported(position, "method '" + Printable(method) + "' of " + Describe(path));
}

Value PythonEvaluator::ToString(const Value& value, Position position) {
    Charge(value.text.size(), position);
    if (value.kind == ValueKind::kString || value.kind == ValueKind::kPath) return MakeString(value.text, position);
    if (value.kind == ValueKind::kInteger) return MakeString(std::to_string(value.number), position);
    source_.FailUnsupported(position, "str() of " + Describe(value));
}

Value PythonEvaluator::ToInteger(const Value& value, Position position) {
    if (value.kind == ValueKind::kInteger || value.kind == ValueKind::kBool) return MakeInteger(value.number, position);
    if (value.kind != ValueKind::kString) source_.FailUnsupported(position, "int() of " + Describe(value));
    const std::string_view text = Trim(value.text);
    int64_t number = 0;
    const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) {
        source_.Fail(position, "int() of " + Describe(value) + ", expected a decimal number of at most 64 bits");
    }
    return MakeInteger(number, position);
}

// `fallback` is the second argument of get(); none for os.environ[NAME] and get(NAME).
Value PythonEvaluator::ReadEnvironment(const Value& name, const Value* fallback, Position position) {
    if (name.kind != ValueKind::kString) {
        source_.Fail(position, "found " + Describe(name) + ", expected the name of an environment variable");
    }
    Charge(name.text.size(), position);
    const std::optional<std::string> set = context_.environment(name.text);
    if (!set) unset_.insert(name.text);
    module_.environment_reads[name.text] = set ? *set : fallback != nullptr ? fallback->text : "";
    if (set) {
        Charge(set->size(), position);
        return MakeString(*set, position);
    }
    return fallback != nullptr ? *fallback : Value{ValueKind::kNone, position};
}

}  // namespace pto::gen
