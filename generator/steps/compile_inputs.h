// What a compile read and looked for, found out after it. These fill the record that the next scan compares.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/compile_step.h"
#include "generator/steps/failed_lookups.h"
#include "generator/steps/read_window.h"

namespace pto::gen {

// What the compiler says it has read. Throws a toolchain Error when it has said nothing.
std::vector<std::string> Prerequisites(const FileSystem& files, const CompileOptions& options,
                                       const std::string& depfile);

// Where it looked for headers.
FailedLookups LookupsOf(const FileSystem& files, const CompileOptions& options, const std::string& source_text,
                        const std::vector<std::string>& prerequisites);

// A launcher may have answered with what was made when a header of ours was not there yet.
bool MayBeOfEarlierHeaders(const CompileOptions& options, const FailedLookups& lookups,
                           const std::vector<std::string>& prerequisites);

// What an object is made with, but for what it reads beside its source: command, source, identities.
std::string SharedKey(const FileSystem& files, const CompileOptions& options);

// What the compile read through the precompiled header is what that was made from.
void AddInputsOfPrefix(const FileSystem& files, const CompileOptions& options, CompileRecord& record);

// False when something that was read may have changed meanwhile.
bool RecordInputs(const FileSystem& files, const CompileOptions& options, const std::string& source_hash,
                  const std::vector<std::string>& prerequisites, const ReadWindow& window, CompileRecord& record);
void RecordLookups(const FailedLookups& lookups, CompileRecord& record);

// What the last compile read is likely to be read again.
void WatchKnownInputs(const FileSystem& files, const CompileOptions& options, ReadWindow& window);

}  // namespace pto::gen
