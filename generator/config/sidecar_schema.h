// Which schema a sidecar has, and what only some schemas have: the rows of upstream/sidecar_schemas.h.
#pragma once

#include <string_view>
#include <vector>

#include "generator/config/model.h"
#include "generator/config/sidecar_fields.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {

struct FoundSchema {
    int64_t number = 0;
    const SidecarSchema* row = nullptr;  // its rules; the newest of the file for a number that is newer than all
    bool newer = false;
};

// `sidecar` is the name in the table. Refuses what is no integer and numbers that never were.
FoundSchema ReadSchema(const SidecarFields& top, std::string_view sidecar);

// supported_execution_modes; none where the schema has no such key. Of a newer schema it may be missing, and hold modes
// that are not known.
std::vector<std::string> ReadModes(const SidecarFields& top, const FoundSchema& schema);

// What to tell about a sidecar of a newer schema.
std::string NewerSchemaText(const FoundSchema& schema);

}  // namespace pto::gen
