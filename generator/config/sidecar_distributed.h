// Reads `distributed_config` of distributed_meta.json: the devices and processes of a distributed program.
#pragma once

#include <vector>

#include "generator/config/model.h"
#include "generator/config/sidecar_fields.h"
#include "generator/config/sidecar_schema.h"

namespace pto::gen {

// `top` is the whole file. What is left out has PyPTO's default, which one note tells: it always writes all of them.
DistributedConfig ReadDistributedConfig(const SidecarFields& top, const FoundSchema& schema, std::vector<Note>& notes);

}  // namespace pto::gen
