// What a worker hands to its supervisor: a whole result, ready to be written and printed, in one block of bytes. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/command_line/options.h"
#include "runtime/record/report.h"
#include "runtime/record/run_record.h"

namespace pto::run {

struct WorkerResult {
    bool complete = false;  // nothing more will come
    int exit_code = 0;
    std::string message;  // of the error; empty: none
    std::string json;     // last_run.json
    std::string text;     // what stdout gets
};

// Of a record as it is. One that is not complete is that of a command that failed, for the case that nothing follows.
WorkerResult ResultOf(RunRecord record, const Options& options, Style style, bool complete);

// What the command ends with when `error` ended it after `result`, which is not complete.
WorkerResult EndedBy(const WorkerResult& result, const Error& error, const Options& options);

// With notes for the last entry.
WorkerResult AddNotes(const WorkerResult& result, const std::vector<std::string>& notes, const Options& options);

std::string EncodeResult(const WorkerResult& result);
// Nothing when the bytes are not from EncodeResult: whose memory they lay in may have been written over.
std::optional<WorkerResult> DecodeResult(std::string_view bytes);

}  // namespace pto::run
