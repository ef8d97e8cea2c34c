// Of which months' PyPTO a compiled directory is, told by the schemas of its sidecars and the names in its sources: the
// tables of upstream/. Mixed ones are in order, where each file is valid by itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "generator/config/model.h"

namespace pto::gen {

enum class FactOf { kSidecar, kOrchestration, kKernel };

// Something that PyPTO wrote in some weeks only. Dates are "2026-08-26", `until` is the first day without; empty ones
// are open.
struct DatedFact {
    FactOf of = FactOf::kSidecar;
    std::string text;  // "schema 2 in compiled_meta.json"
    std::string since;
    std::string until;
    bool newer = false;  // than all that is known
};

// Sources that are missing or lie outside the directory tell nothing.
std::vector<DatedFact> DatedFacts(const FileSystem& files, const BuildDirectory& directory);

struct Dating {
    std::string months;  // "September 2026", "August to September 2026", "mixed"
    std::string why;     // the facts that say so
};

// Of each kind of file the latest beginning and the earliest end count.
Dating Date(const std::vector<DatedFact>& facts);

}  // namespace pto::gen
