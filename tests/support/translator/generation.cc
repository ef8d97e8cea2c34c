#include "tests/support/translator/generation.h"

#include <stdexcept>
#include <string>

namespace pto::test {

const std::vector<Generation>& Generations() {
    static const std::vector<Generation> kGenerations = {
        {"late_august", "2026-08-26", 1, 2, false, false, false},
        {"early_september", "2026-09-02", 1, 2, true, false, false},
        {"late_september", "2026-09-15", 2, 3, true, true, true},
    };
    return kGenerations;
}

const Generation& Newest() {
    return Generations().back();
}

const Generation& FindGeneration(std::string_view name) {
    for (const Generation& generation : Generations()) {
        if (generation.name == name) return generation;
    }
    throw std::invalid_argument("no generation '" + std::string(name) + "'");
}

}  // namespace pto::test
