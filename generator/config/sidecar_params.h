// Reads `params` of a sidecar: the parameters of a program.
#pragma once

#include <vector>

#include "generator/config/model.h"
#include "generator/config/sidecar_fields.h"

namespace pto::gen {

// `top` is the whole file. What is no mistake but worth telling, a type or layout that is not known, becomes notes.
std::vector<Param> ReadParams(const SidecarFields& top, std::vector<Note>& notes);

}  // namespace pto::gen
