#include "generator/golden/golden_expression.h"

#include <algorithm>
#include <span>

#include "generator/golden/golden_fit.h"
#include "generator/python/python_source.h"

namespace pto::gen {
namespace {

// Deeper lists are no tensor golden_writer would have inlined.
constexpr int kDeepestList = 16;

struct Alias {
    std::string_view name;
    std::string_view dtype;
};
// torch's second names, and ctypes by what they hold on Linux.
constexpr Alias kTorchAliases[] = {{"float", "fp32"},  {"double", "fp64"}, {"half", "fp16"},
                                   {"short", "int16"}, {"int", "int32"},   {"long", "int64"}};
constexpr Alias kCtypes[] = {{"c_bool", "bool"},     {"c_int8", "int8"},   {"c_uint8", "uint8"},   {"c_int16", "int16"},
                             {"c_uint16", "uint16"}, {"c_int32", "int32"}, {"c_uint32", "uint32"}, {"c_int64", "int64"},
                             {"c_uint64", "uint64"}, {"c_int", "int32"},   {"c_uint", "uint32"},   {"c_long", "int64"},
                             {"c_ulong", "uint64"},  {"c_float", "fp32"},  {"c_double", "fp64"}};

const DType* FindAlias(std::span<const Alias> aliases, std::string_view name) {
    const auto it = std::find_if(aliases.begin(), aliases.end(), [name](const Alias& a) { return a.name == name; });
    return it == aliases.end() ? nullptr : FindDType(it->dtype);
}

const DType* ParseDType(TokenCursor& cursor) {
    cursor.Expect("torch");
    cursor.Expect(".");
    const std::string name = cursor.Name();
    const DType* dtype = FindDTypeByTorch(name);
    if (dtype == nullptr) dtype = FindAlias(kTorchAliases, name);
    if (dtype == nullptr) cursor.Fail(Quoted("torch." + name) + " is not a known dtype");
    return dtype;
}

// Keyword arguments up to the closing parenthesis; the only ones that change nothing but the dtype.
const DType* ParseKeywords(TokenCursor& cursor) {
    const DType* dtype = nullptr;
    while (!cursor.Accept(")")) {
        const std::string key = cursor.Name();
        cursor.Expect("=");
        if (key == "dtype") {
            dtype = ParseDType(cursor);
        } else if (key == "weights_only") {
            ParseNumber(cursor);
        } else if (key == "map_location") {
            cursor.String();
        } else {
            cursor.Fail("argument " + Quoted(key) + " is not a known one");
        }
        if (!cursor.Accept(",")) {
            cursor.Expect(")");
            break;
        }
    }
    return dtype;
}

int64_t ParseDimension(TokenCursor& cursor) {
    const PyNumber number = ParseNumber(cursor);
    if (!number.integral || number.boolean || number.negative || number.magnitude > (uint64_t{1} << 62)) {
        cursor.Fail("a dimension is not a positive integer");
    }
    return static_cast<int64_t>(number.magnitude);
}

// (2, 3), (128,), (), [2, 3], or a bare number.
std::vector<int64_t> ParseShape(TokenCursor& cursor) {
    const bool tuple = cursor.Accept("(");
    if (!tuple && !cursor.Accept("[")) return {ParseDimension(cursor)};
    const std::string_view end = tuple ? ")" : "]";
    std::vector<int64_t> shape;
    while (!cursor.Accept(end)) {
        shape.push_back(ParseDimension(cursor));
        if (!cursor.Accept(",")) {
            cursor.Expect(end);
            break;
        }
    }
    return shape;
}

// Nested lists of numbers, all of one length per level; `depth` counts from 0.
void ParseNested(TokenCursor& cursor, size_t depth, GoldenValue& value) {
    if (!cursor.Accept("[")) {
        if (depth != value.shape.size()) cursor.Fail("the lists differ in depth");
        value.numbers.push_back(ParseNumber(cursor));
        return;
    }
    if (depth >= kDeepestList) cursor.Fail("the lists nest too deeply");
    // A level's length is fixed by its first list, before any number has been seen further down.
    const bool first = depth == value.shape.size();
    if (first && !value.numbers.empty()) cursor.Fail("the lists differ in depth");
    if (first) value.shape.push_back(-1);
    int64_t length = 0;
    while (!cursor.Accept("]")) {
        ParseNested(cursor, depth + 1, value);
        ++length;
        if (!cursor.Accept(",")) {
            cursor.Expect("]");
            break;
        }
    }
    if (value.shape[depth] == -1) value.shape[depth] = length;
    if (value.shape[depth] != length) cursor.Fail("the lists differ in length");
}

// torch's own conversions and complaints are Python's business.
void CheckNumbers(const TokenCursor& cursor, const GoldenValue& value) {
    for (const PyNumber& number : value.numbers) {
        if (!Fits(number, *value.dtype)) cursor.Fail("a number does not fit " + std::string(value.dtype->name));
    }
}

PyNumber Integer(uint64_t magnitude) {
    return {true, false, magnitude, static_cast<double>(magnitude), false};
}

GoldenValue ParseFactory(TokenCursor& cursor, const std::string& function) {
    GoldenValue value;
    value.kind = GoldenValue::Kind::kFilled;
    const bool bare = !cursor.AtEnd() && cursor.Peek()->kind == PyToken::Kind::kNumber;
    if (function == "full" && bare) cursor.Fail("torch.full takes a tuple");
    if (function == "eye" && !bare) cursor.Fail("torch.eye takes one number");
    value.shape = ParseShape(cursor);
    if (function == "zeros") value.numbers = {Integer(0)};
    if (function == "ones") value.numbers = {Integer(1)};
    if (function == "full") {
        cursor.Expect(",");
        value.numbers = {ParseNumber(cursor)};
    }
    if (function == "eye") {
        value.kind = GoldenValue::Kind::kIdentity;
        value.shape.push_back(value.shape[0]);
    }
    return value;
}

GoldenValue ParseLoad(TokenCursor& cursor, const std::string& data_dir) {
    cursor.Expect("_DATA_DIR");
    GoldenValue value;
    value.path = data_dir;
    while (cursor.Accept("/")) {
        const std::string part = cursor.String();
        if (part.starts_with('/')) cursor.Fail("an absolute path is joined to _DATA_DIR");
        value.path += "/" + part;
    }
    if (!cursor.Accept(",")) {
        cursor.Expect(")");
        return value;
    }
    if (ParseKeywords(cursor) != nullptr) cursor.Fail("torch.load takes no dtype");
    return value;
}

GoldenValue ParseTorchCall(TokenCursor& cursor, const std::string& data_dir) {
    cursor.Expect(".");
    const std::string function = cursor.Name();
    cursor.Expect("(");
    GoldenValue value;
    if (function == "load") return ParseLoad(cursor, data_dir);
    if (function == "zeros" || function == "ones" || function == "full" || function == "eye") {
        value = ParseFactory(cursor, function);
    } else if (function == "tensor") {
        value.kind = GoldenValue::Kind::kListed;
        ParseNested(cursor, 0, value);
    } else {
        cursor.Fail(Quoted("torch." + function) + " is computed");
    }
    cursor.Expect(",");
    value.dtype = ParseKeywords(cursor);
    if (value.dtype == nullptr) cursor.Fail(Quoted("torch." + function) + " without a dtype");
    CheckNumbers(cursor, value);
    return value;
}

GoldenValue ParseCtypes(TokenCursor& cursor) {
    cursor.Expect(".");
    const std::string name = cursor.Name();
    GoldenValue value;
    value.kind = GoldenValue::Kind::kScalar;
    value.dtype = FindAlias(kCtypes, name);
    if (value.dtype == nullptr) cursor.Fail(Quoted("ctypes." + name) + " is not a known scalar");
    cursor.Expect("(");
    value.numbers = {ParseNumber(cursor)};
    cursor.Expect(")");
    CheckNumbers(cursor, value);
    return value;
}

// A bare number has the widest type of its kind; who passes it on narrows it.
GoldenValue ParsePlainScalar(TokenCursor& cursor) {
    GoldenValue value;
    value.kind = GoldenValue::Kind::kScalar;
    const PyNumber number = ParseNumber(cursor);
    const bool wide = number.integral && !number.negative && number.magnitude > (uint64_t{1} << 63) - 1;
    value.dtype = FindDType(number.boolean ? "bool" : !number.integral ? "fp64" : wide ? "uint64" : "int64");
    value.numbers = {number};
    CheckNumbers(cursor, value);
    return value;
}

}  // namespace

std::string ParseDataDir(TokenCursor& cursor, const std::string& directory) {
    cursor.Expect("Path");
    cursor.Expect("(");
    std::string path;
    if (cursor.Accept("__file__")) {
        for (const std::string_view text : {")", ".", "parent"}) cursor.Expect(text);
        path = directory;
    } else {
        path = cursor.String();
        cursor.Expect(")");
        if (!path.empty() && !path.ends_with('/')) path += '/';
    }
    while (cursor.Accept("/")) {
        const std::string part = cursor.String();
        if (part.starts_with('/')) cursor.Fail("an absolute path is joined to another one");
        if (!part.empty()) path += part + "/";
    }
    cursor.ExpectEnd();
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path.empty() ? "." : path;
}

GoldenValue ParseGoldenValue(TokenCursor& cursor, const std::string& data_dir,
                             const std::map<std::string, GoldenValue>& names) {
    const int line = cursor.line();
    GoldenValue value;
    if (cursor.Accept("torch")) {
        value = ParseTorchCall(cursor, data_dir);
    } else if (cursor.Accept("ctypes")) {
        value = ParseCtypes(cursor);
    } else if (!cursor.AtEnd() && names.contains(cursor.Peek()->text)) {
        return names.at(cursor.Name());
    } else {
        value = ParsePlainScalar(cursor);
    }
    value.line = line;
    return value;
}

}  // namespace pto::gen
