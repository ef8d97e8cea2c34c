#include "generator/config/sidecar_params.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/dtype.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "upstream/layouts.h"
#include "upstream/nz_layout.h"

namespace pto::gen {
namespace {

const std::vector<std::string> kDirections = {"In", "Out", "InOut"};

std::optional<std::vector<int64_t>> ReadShape(const SidecarFields& param) {
    const std::string expected = "null (a scalar) or a list of integers";
    const Json& shape = param.Require("shape", expected);
    if (shape.is_null()) return std::nullopt;
    if (!shape.is_array()) param.Fail(param.Name("shape"), &shape, expected);
    std::vector<int64_t> sizes;
    for (const Json& size : shape) {
        const std::string place = param.Name("shape[" + std::to_string(sizes.size()) + "]");
        sizes.push_back(param.Integer(place, size, kDynamicSize, INT64_MAX, "-1 (a dynamic size) or more"));
    }
    return sizes;
}

std::string ShownSizes(const std::vector<int64_t>& shape) {
    std::vector<std::string> sizes;
    for (const int64_t size : shape) sizes.push_back(std::to_string(size));
    return "[" + Join(sizes, ", ") + "]";
}

// Dynamic sizes count as 1. A type that is not known has one byte, as the least that it can be.
void CheckBytes(const SidecarFields& fields, const Param& param, const DType* dtype) {
    int64_t bits = dtype == nullptr ? 8 : dtype->bits;
    bool fits = true;
    for (const int64_t size : *param.shape) {
        fits = fits && !__builtin_mul_overflow(bits, size == kDynamicSize ? 1 : size, &bits);
    }
    if (fits) return;
    fields.FailText(fields.Name("shape") + " is " + ShownSizes(*param.shape) + " of " + Quoted(param.dtype) +
                    ", which is more than 2^60 bytes, expected a tensor that fits into memory");
}

void CheckBlocks(const SidecarFields& fields, const Param& param, const DType& dtype) {
    if (param.layout != kNzLayout || IsInNzBlocks(*param.shape, dtype)) return;
    fields.FailText(fields.Name("shape") + " is " + ShownSizes(*param.shape) + ", expected " + NzBlocksText(dtype) +
                    ", since " + fields.Name("layout") + " is 'NZ'");
}

// Absent in most files of schema 1, not in all.
std::string ReadLayout(const SidecarFields& param) {
    const std::string expected = "the name of a layout, like 'ND', or null";
    const Json* layout = param.Find("layout");
    if (layout == nullptr || layout->is_null()) return {};
    if (!layout->is_string()) param.Fail(param.Name("layout"), layout, expected);
    return param.Word("layout", expected);
}

Param ReadParam(const SidecarFields& fields) {
    Param param;
    param.name = fields.Word("name", "a name");
    param.direction = fields.Member("direction", kDirections, "'In', 'Out' or 'InOut'");
    param.shape = ReadShape(fields);
    // Any name: a program of a type that is not known is built, and refused where its values are needed.
    param.dtype = fields.Word("dtype", "the name of a data type, like 'fp32'");
    param.layout = ReadLayout(fields);
    if (!param.shape) return param;
    const DType* dtype = FindDType(param.dtype);
    CheckBytes(fields, param, dtype);
    if (dtype != nullptr) CheckBlocks(fields, param, *dtype);
    return param;
}

// One note for each data type that is not known, with the parameters that have it.
void NoteUnknownTypes(const std::vector<Param>& params, const std::string& file, std::vector<Note>& notes) {
    std::map<std::string, std::vector<std::string>> unknown;
    for (const Param& param : params) {
        if (FindDType(param.dtype) == nullptr) unknown[param.dtype].push_back(Printable(param.name));
    }
    for (const auto& [dtype, names] : unknown) {
        notes.push_back({file, 0,
                         "the data type " + Quoted(dtype) + " of " + QuotedList(names) +
                             " is not known: the program is built, and cannot be run"});
    }
}

// PyPTO asks of a layout whether it is NZ, and nothing else.
void NoteUnknownLayouts(const std::vector<Param>& params, const std::string& file, std::vector<Note>& notes) {
    const std::vector<std::string> known = LayoutNames();
    for (size_t i = 0; i < params.size(); ++i) {
        const std::string& layout = params[i].layout;
        if (layout.empty() || std::find(known.begin(), known.end(), layout) != known.end()) continue;
        const std::string hint = Suggestion(layout, known);
        notes.push_back({file, 0,
                         "params[" + std::to_string(i) + "].layout is " + Quoted(layout) +
                             ", which is not known: taken for 'ND', as PyPTO does" +
                             (hint.empty() ? "" : "; " + hint)});
    }
}

}  // namespace

std::vector<Param> ReadParams(const SidecarFields& top, std::vector<Note>& notes) {
    const Json& json = top.Require("params", "a list");
    if (!json.is_array()) top.Fail("params", &json, "a list");
    std::vector<Param> params;
    std::set<std::string> names;
    for (const Json& entry : json) {
        const SidecarFields fields(top.file(), "params[" + std::to_string(params.size()) + "]", entry);
        params.push_back(ReadParam(fields));
        if (!names.insert(params.back().name).second) {
            fields.FailWord(fields.Name("name"), entry.at("name"), "a name that no other parameter has");
        }
    }
    NoteUnknownTypes(params, top.file(), notes);
    NoteUnknownLayouts(params, top.file(), notes);
    return params;
}

}  // namespace pto::gen
