// What the scan compares with the disk, as the generator leaves it in .pto-ninja/scan_plan. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pto::gen {

struct ScanObject {
    std::string object;
    std::string source;
    std::string flags;  // FlagsIdentity (plan_parts.h); empty: not known
};

// `witness` receives the hash of all `paths` together (files, or directories with everything below).
struct ScanGroup {
    std::string witness;
    std::vector<std::string> paths;
};

// A tree of headers that is not ours. `witness` receives its commit and a hash of the headers.
struct ScanTree {
    std::string witness;
    std::string root;
    std::vector<std::string> headers;  // directories below the root
    bool strict = false;               // unless it is a clean checkout, the witness changes every time
};

// What the generation wrote and other programs take as it is.
struct ScanGenerated {
    std::string path;
    std::string hash;
};

// Of which the scan tells edits that reach nothing.
struct ScanUnit {
    std::string program;
    std::string directory;  // "" or "next_levels/<name>"
    std::string name;
};

struct ScanPlan {
    std::vector<ScanObject> objects;
    std::vector<std::vector<std::string>> made;  // what one edge makes (made_files.h)
    std::vector<ScanGenerated> generated;
    std::vector<ScanGroup> groups;
    std::vector<ScanTree> trees;
    std::vector<ScanUnit> units;
    // What decides build.ninja beside the names in the directory: contents, environment variables, this program.
    std::vector<std::string> config_files;
    std::vector<std::string> environment;
    // Compilers as they were started; `witness` holds what they resolve to.
    std::vector<std::pair<std::string, std::string>> compilers;  // witness, program
    std::string ptoas;                                           // --ptoas, or empty
    std::string ptoas_witness;                                   // empty: no unit needs ptoas
};

std::string ScanPlanText(const ScanPlan& plan);
// `file` is for messages; throws an input Error when the text is not a scan plan, or not a whole one.
ScanPlan ParseScanPlan(std::string_view text, const std::string& file);

}  // namespace pto::gen
