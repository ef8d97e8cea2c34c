#include "generator/graph/scan_plan.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/stored_path.h"
#include "base/text.h"

namespace pto::gen {
namespace {

constexpr std::string_view kHeader = "pto-ninja scan plan 4";
constexpr std::string_view kEnd = "end\t";  // and a hash of all lines before

// Fields are separated by tabs; a path with a tab or a newline never gets here, since ninja could not hold the newline
// and the tab is written as a backslash escape.
std::string Field(std::string_view value) {
    std::string text;
    for (const char c : value) {
        if (c == '\\' || c == '\t') text += '\\';
        text += c == '\t' ? 't' : c;
    }
    return text;
}

std::string Unfield(std::string_view field) {
    std::string value;
    for (size_t i = 0; i < field.size(); ++i) {
        if (field[i] != '\\' || i + 1 == field.size()) {
            value += field[i];
        } else {
            value += field[++i] == 't' ? '\t' : field[i];
        }
    }
    return value;
}

std::string Line(const std::vector<std::string_view>& fields) {
    std::string line;
    for (const std::string_view field : fields) {
        if (!line.empty()) line += '\t';
        line += Field(field);
    }
    return line + "\n";
}

// A witness is written.
void CheckWritten(const std::string& path, const std::string& file, size_t line) {
    const std::string_view problem = StoredPathProblem(path);
    if (problem.empty()) return;
    throw Error(ErrorKind::kInput, Place{file, static_cast<int>(line), 0, {}},
                "is damaged: the path " + QuotedPath(path) + " " + std::string(problem),
                "run pto-ninja on the directory again");
}

[[noreturn]] void Damaged(const std::string& file, size_t line) {
    throw Error(ErrorKind::kInput, Place{file, static_cast<int>(line), 0, {}}, "not a scan plan of this version",
                "run pto-ninja on the directory again");
}

void AddLine(ScanPlan& plan, const std::vector<std::string>& fields, const std::string& file, size_t line) {
    const std::string& kind = fields[0];
    const size_t count = fields.size();
    const bool writes = kind != "config" && kind != "environment";
    if (writes && count > 1) CheckWritten(fields[1], file, line);
    // What is damaged is removed.
    for (size_t i = 2; kind == "made" && i < count; ++i) CheckWritten(fields[i], file, line);
    if (kind == "object" && (count == 3 || count == 4)) {
        plan.objects.push_back({fields[1], fields[2], count == 4 ? fields[3] : ""});
    } else if (kind == "group" && count >= 3) {
        plan.groups.push_back({fields[1], {fields.begin() + 2, fields.end()}});
    } else if (kind == "tree" && count >= 5 && (fields[2] == "strict" || fields[2] == "digest")) {
        plan.trees.push_back({fields[1], fields[3], {fields.begin() + 4, fields.end()}, fields[2] == "strict"});
    } else if (kind == "unit" && count == 4) {
        plan.units.push_back({fields[1], fields[2], fields[3]});
    } else if (kind == "made" && count >= 2) {
        plan.made.emplace_back(fields.begin() + 1, fields.end());
    } else if (kind == "generated" && count == 3) {
        plan.generated.push_back({fields[1], fields[2]});
    } else if (kind == "config" && count == 2) {
        plan.config_files.push_back(fields[1]);
    } else if (kind == "environment" && count == 2) {
        plan.environment.push_back(fields[1]);
    } else if (kind == "compiler" && count == 3) {
        plan.compilers.emplace_back(fields[1], fields[2]);
    } else if (kind == "ptoas" && count == 3) {
        plan.ptoas_witness = fields[1];
        plan.ptoas = fields[2];
    } else {
        Damaged(file, line);
    }
}

}  // namespace

std::string ScanPlanText(const ScanPlan& plan) {
    std::string text(kHeader);
    text += "\n";
    for (const ScanObject& object : plan.objects) {
        std::vector<std::string_view> fields = {"object", object.object, object.source};
        if (!object.flags.empty()) fields.push_back(object.flags);
        text += Line(fields);
    }
    for (const ScanGroup& group : plan.groups) {
        std::vector<std::string_view> fields = {"group", group.witness};
        fields.insert(fields.end(), group.paths.begin(), group.paths.end());
        text += Line(fields);
    }
    for (const ScanTree& tree : plan.trees) {
        std::vector<std::string_view> fields = {"tree", tree.witness, tree.strict ? "strict" : "digest", tree.root};
        fields.insert(fields.end(), tree.headers.begin(), tree.headers.end());
        text += Line(fields);
    }
    for (const ScanUnit& unit : plan.units) text += Line({"unit", unit.program, unit.directory, unit.name});
    for (const std::string& path : plan.config_files) text += Line({"config", path});
    for (const std::string& name : plan.environment) text += Line({"environment", name});
    for (const auto& [witness, program] : plan.compilers) text += Line({"compiler", witness, program});
    if (!plan.ptoas_witness.empty()) text += Line({"ptoas", plan.ptoas_witness, plan.ptoas});
    for (const std::vector<std::string>& paths : plan.made) {
        std::vector<std::string_view> fields = {"made"};
        fields.insert(fields.end(), paths.begin(), paths.end());
        text += Line(fields);
    }
    for (const ScanGenerated& generated : plan.generated) text += Line({"generated", generated.path, generated.hash});
    // Half a plan would be one that leaves out what may have been edited.
    return text + Line({"end", ContentHash(text)});
}

ScanPlan ParseScanPlan(std::string_view text, const std::string& file) {
    const std::vector<std::string_view> lines = ExactLines(text);
    if (lines.empty() || lines[0] != kHeader) Damaged(file, 1);
    ScanPlan plan;
    for (size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].starts_with(kEnd)) {
            const std::string_view before = text.substr(0, static_cast<size_t>(lines[i].data() - text.data()));
            if (i + 1 != lines.size() || lines[i].substr(kEnd.size()) != ContentHash(before)) Damaged(file, i + 1);
            return plan;
        }
        std::vector<std::string> fields;
        for (const std::string_view field : Split(lines[i], '\t')) fields.push_back(Unfield(field));
        AddLine(plan, fields, file, i + 1);
    }
    Damaged(file, lines.size());
}

}  // namespace pto::gen
