// What an entry is judged by, and the verdict on what a run of it has computed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/app/entry_run.h"

namespace pto::run {

// What the options, the directory and the hooks lead to.
Judgement PlanJudgement(const Manifest& manifest, const Entry& entry, const Options& options,
                        const UserFunctions& user);

// Throws an input Error when a verdict was asked for and there is nothing to judge by; `compares`: the user's own
// comparison is there.
void RequireJudgement(const Manifest& manifest, const Judgement& judgement, const Options& options, bool compares);

// A verdict, or why there is none.
struct Judged {
    std::optional<Verdict> verdict;
    std::string reason;
    std::string note;  // of the expected values, where there is no verdict to have it
};

// By the reference that was planned for the entry. Throws an input Error when a verdict was asked for and there is
// none.
Judged Judge(const EntryRun& run, const std::vector<Argument>& outputs);

// Judges by everything there is to judge by, into run.result.
void JudgeOutputs(EntryRun& run, const std::vector<Argument>& outputs);

}  // namespace pto::run
