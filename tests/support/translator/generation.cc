#include "tests/support/translator/generation.h"

#include <stdexcept>
#include <string>

namespace pto::test {

const std::vector<PyptoGeneration>& Generations() {
    static const std::vector<PyptoGeneration> kGenerations = {
        {"late_august", "2026-08-26", 1, 2, false, false, false},
        {"early_september", "2026-09-02", 1, 2, true, false, false},
        {"late_september", "2026-09-15", 2, 3, true, true, true},
    };
    return kGenerations;
}

const PyptoGeneration& Newest() {
    return Generations().back();
}

const PyptoGeneration& FindGeneration(std::string_view name) {
    for (const PyptoGeneration& generation : Generations()) {
        if (generation.name == name) return generation;
    }
    throw std::invalid_argument("no generation '" + std::string(name) + "'");
}

}  // namespace pto::test
