#include "generator/config/unit_listing.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "contract/compiled_files.h"
#include "generator/config/pure_path.h"

namespace pto::gen {
namespace {

constexpr std::string_view kKeyword = "func.func";

bool IsSymbolPart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.' || c == '-';
}

std::string_view SkipBlanks(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The name behind "func.func", plain or quoted; empty when the function is not public.
std::string_view PublicSymbol(std::string_view text) {
    text = SkipBlanks(text);
    constexpr std::string_view kPublic = "public";
    if (text.substr(0, kPublic.size()) == kPublic) text = SkipBlanks(text.substr(kPublic.size()));
    if (text.empty() || text[0] != '@') return {};
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '"') {
        const size_t close = text.find('"', 1);
        return close == std::string_view::npos ? std::string_view() : text.substr(1, close - 1);
    }
    const auto end = std::find_if_not(text.begin(), text.end(), IsSymbolPart);
    return text.substr(0, static_cast<size_t>(end - text.begin()));
}

int LineOf(const std::vector<PtoFunction>& functions, const std::string& name) {
    for (const PtoFunction& function : functions) {
        if (function.name == name) return function.line;
    }
    return 0;
}

}  // namespace

std::vector<PtoFunction> FindPtoFunctions(std::string_view text) {
    std::vector<PtoFunction> functions;
    int line = 1;
    size_t counted = 0;
    for (size_t at = text.find(kKeyword); at != std::string_view::npos; at = text.find(kKeyword, at + 1)) {
        line += static_cast<int>(std::count(text.begin() + static_cast<ptrdiff_t>(counted),
                                            text.begin() + static_cast<ptrdiff_t>(at), '\n'));
        counted = at;
        // A definition begins its line; what stands behind anything else is a comment or a string.
        const size_t before = text.substr(0, at).find_last_not_of(" \t");
        const bool begins_line = before == std::string_view::npos || text[before] == '\n';
        const std::string_view name =
            begins_line ? PublicSymbol(text.substr(at + kKeyword.size())) : std::string_view();
        if (!name.empty()) functions.push_back({std::string(name), line});
    }
    return functions;
}

std::vector<std::string> PtoFunctionNames(std::string_view text) {
    std::vector<std::string> names;
    for (PtoFunction& function : FindPtoFunctions(text)) names.push_back(std::move(function.name));
    return names;
}

std::vector<Unit> LoadUnits(const Folder& folder, const std::string& program_directory) {
    std::vector<Unit> units;
    const std::string directory = JoinPath(program_directory, "ptoas");
    for (const std::string& name : folder.Names(directory, ".pto")) {
        Unit unit;
        unit.name = name.substr(0, name.size() - 4);
        unit.pto = directory + "/" + name;
        unit.raw = directory + "/" + unit.name + ".cpp";
        if (!folder.Has(unit.pto)) continue;
        unit.functions = PtoFunctionNames(folder.Read(unit.pto));
        units.push_back(std::move(unit));
    }
    return units;
}

void CheckUnits(const Folder& folder, const std::string& program_directory, const std::vector<Unit>& units) {
    std::map<std::string, const Unit*> owners;
    for (const Unit& unit : units) {
        for (const std::string& function : unit.functions) {
            const auto [owner, inserted] = owners.emplace(function, &unit);
            if (inserted || owner->second == &unit) continue;
            const std::string kernels = JoinPath(program_directory, "kernels");
            const std::string source = "/" + function + ".cpp";
            if (!folder.Has(kernels + "/aic" + source) && !folder.Has(kernels + "/aiv" + source)) continue;
            const auto line = [&](const Unit& in) { return LineOf(FindPtoFunctions(folder.Read(in.pto)), function); };
            throw Error(ErrorKind::kInput, Place{folder.Shown(unit.pto), line(unit), 0, {}},
                        "function '" + function + "' is also defined in '" + folder.Shown(owner->second->pto) + ":" +
                            std::to_string(line(*owner->second)) + "'",
                        "a kernel must come from one unit: remove one of the definitions");
        }
    }
}

}  // namespace pto::gen
