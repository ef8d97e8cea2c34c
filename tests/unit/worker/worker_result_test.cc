#include "runtime/worker/worker_result.h"

#include <gmock/gmock.h>

namespace pto::run {
namespace {

WorkerResult Sample() {
    WorkerResult result;
    result.complete = true;
    result.exit_code = 1;
    result.message = "m";
    result.json = R"({"result": "mismatch", "exit_code": 1, "message": null, "entries": [{"notes": ["first"]}]})";
    result.text = std::string("a\0b\n", 4);
    return result;
}

TEST(WorkerResult, ComesBackAsItWas) {
    WorkerResult incomplete;
    incomplete.exit_code = 3;
    for (const WorkerResult& result : {Sample(), incomplete}) {
        const std::optional<WorkerResult> decoded = DecodeResult(EncodeResult(result));
        ASSERT_TRUE(decoded.has_value());
        EXPECT_EQ(decoded->complete, result.complete);
        EXPECT_EQ(decoded->exit_code, result.exit_code);
        EXPECT_EQ(decoded->message, result.message);
        EXPECT_EQ(decoded->json, result.json);
        EXPECT_EQ(decoded->text, result.text);
    }
}

TEST(WorkerResult, AnyOtherByteIsNoResult) {
    const std::string bytes = EncodeResult(Sample());
    for (size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        EXPECT_FALSE(DecodeResult(damaged).has_value()) << i;
        EXPECT_FALSE(DecodeResult(bytes.substr(0, i)).has_value()) << i;
    }
    EXPECT_FALSE(DecodeResult(bytes + "x").has_value());
}

TEST(WorkerResult, AnEndReplacesTheWordsButNotTheEntries) {
    WorkerResult partial = Sample();
    partial.complete = false;
    const Error error(ErrorKind::kToolchain, "gone");
    Options options;
    const WorkerResult ended = EndedBy(partial, error, options);
    EXPECT_TRUE(ended.complete);
    EXPECT_EQ(ended.exit_code, 3);
    EXPECT_EQ(ended.message, "gone");
    EXPECT_EQ(ended.text, partial.text);
    EXPECT_EQ(Json::parse(ended.json).dump(),
              R"({"result":"infrastructure","exit_code":3,"message":"gone","entries":[{"notes":["first"]}]})");
    options.json = true;
    EXPECT_EQ(EndedBy(partial, error, options).text, ended.json);
}

TEST(WorkerResult, NotesAreThoseOfTheLastEntry) {
    Options options;
    const WorkerResult noted = AddNotes(Sample(), {"second", "third"}, options);
    EXPECT_EQ(Json::parse(noted.json)["entries"].dump(), R"([{"notes":["first","second","third"]}])");
    EXPECT_EQ(noted.exit_code, 1);
    WorkerResult none = Sample();
    none.json = R"({"entries": []})";
    EXPECT_EQ(AddNotes(none, {"second"}, options).json, none.json);
}

TEST(WorkerResult, OfARecordThatIsNotCompleteIsThatOfAFailure) {
    RunRecord record;
    record.command = "replay";
    record.directory = "d";
    const Options options;
    const WorkerResult partial = ResultOf(record, options, Style::kPlain, false);
    EXPECT_FALSE(partial.complete);
    EXPECT_EQ(partial.exit_code, 3);
    EXPECT_EQ(partial.text, "pto-replay: infrastructure: see the error above; details in .pto-ninja/last_run.json\n");
    const WorkerResult whole = ResultOf(record, options, Style::kPlain, true);
    EXPECT_EQ(whole.exit_code, 0);
    EXPECT_EQ(whole.message, "");
    EXPECT_EQ(whole.text, "pto-replay: not validated: details in .pto-ninja/last_run.json\n");
}

}  // namespace
}  // namespace pto::run
