// What is built and still cannot be run: parameters of data types that are not known, and programs of PyPTO's kernel
// mode without the entry of a program.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/manifest.h"

namespace pto::run {

// The sidecar that has an entry's parameters, as this process can open it.
std::string SidecarOf(const Manifest& manifest, const Entry& entry);

// Throws an input Error about `sidecar` for the first parameter whose type is not known, so that nothing is known of
// its bytes, or whose shape the type cannot have.
void RequireUsableTypes(const std::vector<Param>& params, const std::string& sidecar);

// Throws an input Error for an entry that was compiled for torch alone and cannot be run as a program: whose
// orchestration has another entry, or on PyPTO, which refuses all of them.
void RequireProgramEntry(const Manifest& manifest, const Entry& entry);

// What a run tells of an entry that RequireProgramEntry lets pass although it was compiled for torch alone; else empty.
std::string OtherModeNote(const Manifest& manifest, const Entry& entry);

}  // namespace pto::run
