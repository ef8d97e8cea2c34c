// Why a compile takes place, and what has to be recorded for the next one to know.
#pragma once

#include "base/file_system.h"
#include "contract/cause.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/compile_step.h"

namespace pto::gen {

// Asked before the compile, which replaces the record. Never none: ninja has asked for it.
Reason ReasonToCompile(FileSystem& files, const CompileOptions& options);

// The toolchain's identities and the flags. Before the compile, too: what changes meanwhile is noticed by the next
// scan.
void RecordTools(const FileSystem& files, const CompileOptions& options, CompileRecord& record);

}  // namespace pto::gen
