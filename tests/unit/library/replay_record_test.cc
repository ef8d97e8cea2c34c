#include "library/replay_record.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.h"
#include "runtime/record/run_record.h"

namespace pto::lib {
namespace {

using testing::ElementsAre;

run::RunRecord JudgedRecord() {
    run::RunRecord record;
    record.command = "replay";
    record.directory = "d";
    record.platform = "a2a3sim";
    record.runtime = "embedded";
    run::EntryResult entry;
    entry.program = "steps";
    entry.notes = {"dimension made up"};
    entry.artefacts = {"out.npy"};
    run::Verdict verdict;
    verdict.source = "golden.py";
    verdict.tolerance = {0.5, 0.25};
    run::OutputResult output;
    output.name = "y";
    output.dtype = FindDType("fp32");
    output.shape = {4, 8};
    output.comparison.total = 32;
    output.comparison.mismatched = 3;
    output.comparison.max_difference = INFINITY;
    output.comparison.max_index = 10;
    verdict.outputs.push_back(output);
    entry.verdict = verdict;
    record.entries.push_back(entry);
    return record;
}

TEST(ReplayRecord, IsReadBackAsItWasWritten) {
    const ReplayResult result = ReadReplayRecord(run::RecordJson(JudgedRecord()));
    EXPECT_EQ(result.result, "mismatch");
    EXPECT_FALSE(result.Passed());
    EXPECT_EQ(result.platform, "a2a3sim");
    EXPECT_EQ(result.runtime, "embedded");
    ASSERT_EQ(result.entries.size(), 1U);
    const EntryVerdict& entry = result.entries[0];
    EXPECT_EQ(entry.name, "steps");
    EXPECT_EQ(entry.result, "mismatch");
    EXPECT_EQ(entry.rtol, 0.5);
    EXPECT_EQ(entry.atol, 0.25);
    EXPECT_THAT(entry.notes, ElementsAre("dimension made up"));
    EXPECT_THAT(entry.artefacts, ElementsAre("out.npy"));
    ASSERT_EQ(entry.outputs.size(), 1U);
    const OutputVerdict& output = entry.outputs[0];
    EXPECT_EQ(output.name, "y");
    EXPECT_EQ(output.dtype, "fp32");
    EXPECT_THAT(output.shape, ElementsAre(4, 8));
    EXPECT_EQ(output.result, "mismatch");
    EXPECT_FALSE(output.passed);
    EXPECT_EQ(output.total, 32);
    EXPECT_EQ(output.mismatched, 3);
    EXPECT_TRUE(std::isinf(output.max_difference));
    EXPECT_THAT(output.max_index, ElementsAre(1, 2));
}

TEST(ReplayRecord, WhatWasNotJudgedIsNotPassed) {
    run::RunRecord record = JudgedRecord();
    record.entries[0].verdict.reset();
    record.entries[0].not_validated = "there is no golden.py";
    const ReplayResult result = ReadReplayRecord(run::RecordJson(record));
    EXPECT_EQ(result.result, "not validated");
    EXPECT_FALSE(result.Passed());
    EXPECT_EQ(result.entries[0].not_validated, "there is no golden.py");
    EXPECT_TRUE(result.entries[0].outputs.empty());
}

TEST(ReplayRecord, TheErrorThatEndedTheCommandIsThrown) {
    run::RunRecord record = JudgedRecord();
    for (const ErrorKind kind : {ErrorKind::kInput, ErrorKind::kToolchain}) {
        record.error.emplace(kind, Place{"d/x.so", 0, 0, {}}, "does not load", "build it");
        try {
            ReadReplayRecord(run::RecordJson(record));
            FAIL() << "accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), kind);
            EXPECT_STREQ(error.what(), "d/x.so: does not load; build it");
        }
    }
}

TEST(ReplayRecord, AnotherVersionsRecordIsRefused) {
    Json json = run::RecordJson(JudgedRecord());
    json.erase("platform");
    try {
        ReadReplayRecord(json);
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "pto-replay --json: 'platform' is missing, expected a string; install library and programs of one "
                     "version");
    }
}

}  // namespace
}  // namespace pto::lib
