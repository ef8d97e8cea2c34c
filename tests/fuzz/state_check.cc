#include "base/stored_path.h"
#include "generator/golden/golden_state.h"
#include "generator/splice/unit_state.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/surroundings.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {
namespace {

std::string CheckUnit(const OneText& files) {
    const gen::UnitPaths paths = gen::PathsOf("d", "p", "", "u", ".pto-ninja/splice/u.stamp");
    const std::optional<gen::UnitState> state = gen::LoadUnitState(files, paths);
    if (!state) return {};
    for (const auto& [kernel, body] : state->bodies) {
        if (!StoredPathProblem(kernel).empty()) return "accepted the kernel " + QuotedPath(kernel);
    }
    const OneText again(gen::UnitStateText(*state));
    return gen::LoadUnitState(again, paths) == state ? ""
                                                     : "the state of a unit is another one when it is written again";
}

std::string CheckGolden(const OneText& files) {
    try {
        gen::LoadGoldenState(files, "state.json");
        return {};
    } catch (const Error& error) {
        return error.place().file == "state.json" ? RefusalProblem(error) : "a refusal of another file";
    }
}

}  // namespace

std::string CheckState(std::string_view input) {
    OneText files(input);
    std::string broken = CheckUnit(files);
    if (broken.empty()) broken = CheckGolden(files);
    gen::HashCache hashes(files, "", 0);
    gen::ChangedSurroundings(
        files, "witness.surroundings", [](const std::string&) { return std::nullopt; }, hashes);
    return broken;
}

}  // namespace pto::fuzz
