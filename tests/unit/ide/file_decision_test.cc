#include "generator/ide/file_decision.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

const Json kOurs = {{"version", "2.0.0"}, {"tasks", {{{"label", "pto: a"}, {"args", {1}}}, {{"label", "pto: b"}}}}};

// The text after the merge, or why there is none.
std::string Merged(const std::string& existing, FileAction expected = FileAction::kMerged) {
    const FileDecision decision = DecideMerged(existing, kOurs);
    EXPECT_EQ(decision.action, expected) << decision.text << decision.why;
    if (decision.action == FileAction::kMerged) {
        EXPECT_EQ(DecideMerged(decision.text, kOurs).action, FileAction::kUpToDate) << "the second call does nothing";
    }
    return decision.action == FileAction::kLeft ? decision.why : decision.text;
}

constexpr char kWhole[] = R"({
  "version": "2.0.0",
  "tasks": [
    {
      "label": "pto: a",
      "args": [
        1
      ]
    },
    {
      "label": "pto: b"
    }
  ]
}
)";

TEST(FileDecision, WhereNothingIsTheWholeIsWritten) {
    EXPECT_EQ(DecideMerged(std::nullopt, kOurs).text, kWhole);
    EXPECT_EQ(DecideMerged(" \n", kOurs).action, FileAction::kWritten);
    EXPECT_EQ(DecideMerged(kWhole, kOurs).action, FileAction::kUpToDate);
    // Another layout of the same is no reason to touch it.
    Merged(R"({"tasks": [{"label": "pto: b"}, {"label": "pto: a", "args": [1,]},], "version": "2.0.0"})",
           FileAction::kUpToDate);
}

TEST(FileDecision, OursGoBesideTheirsWhichKeepEveryByte) {
    EXPECT_EQ(Merged(R"({
	// my tasks
	"version": "2.0.0",
	"tasks": [
		{ "label": "mine", "command": "make" }, // keep
		/* old */ {"label": "pto: a", "args": [2]} // theirs no more
		// the end
	],
	"inputs": [],
}
)"),
              R"({
	// my tasks
	"version": "2.0.0",
	"tasks": [
		{ "label": "mine", "command": "make" }, // keep
		/* old */ {
      "label": "pto: a",
      "args": [
        1
      ]
    }, // theirs no more
		// the end
    {
      "label": "pto: b"
    }
	],
	"inputs": [],
}
)");
}

TEST(FileDecision, EmptyListsAndMissingMembers) {
    EXPECT_EQ(Merged(R"({"version": "2.0.0", "tasks": []})"), R"({"version": "2.0.0", "tasks": [
    {
      "label": "pto: a",
      "args": [
        1
      ]
    },
    {
      "label": "pto: b"
    }
  ]})");
    EXPECT_EQ(Merged(R"({"tasks": [{"label": "pto: a", "args": [1]}, 7, {"label": "pto: b"},]})"),
              R"({"tasks": [{"label": "pto: a", "args": [1]}, 7, {"label": "pto: b"},],
  "version": "2.0.0"
})");
    EXPECT_EQ(Merged("{}") + "\n", kWhole);
}

// Some editors of Windows write a byte order mark; it stays where it is.
TEST(FileDecision, AByteOrderMarkIsNoReasonNotToMerge) {
    const std::string mark = "\xef\xbb\xbf";
    const FileDecision decision = DecideMerged(mark + "{\n  \"a\": 1\n}\n", Json{{"b", 2}});
    EXPECT_EQ(decision.action, FileAction::kMerged);
    EXPECT_EQ(decision.text, mark + "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
    EXPECT_EQ(DecideMerged(mark + "{\"b\": 2}", Json{{"b", 2}}).action, FileAction::kUpToDate);
    EXPECT_EQ(DecideMerged(mark, Json{{"b", 2}}).action, FileAction::kWritten);
}

TEST(FileDecision, WhatCannotBeMergedStays) {
    EXPECT_EQ(Merged("{\"tasks\": [", FileAction::kLeft), "it is not JSON");
    EXPECT_EQ(Merged("[]", FileAction::kLeft), "it is not a JSON object");
    EXPECT_EQ(Merged(R"({"tasks": {}})", FileAction::kLeft), "'tasks' is not a list");
    EXPECT_EQ(Merged(R"({"version": "0.1.0"})", FileAction::kLeft),
              "'version' is the string '0.1.0', expected the string '2.0.0'");
}

TEST(FileDecision, AnOwnFileIsReplacedUntilItIsEdited) {
    const FileDecision first = DecideOwned(std::nullopt, "a: 1\n");
    EXPECT_EQ(first.action, FileAction::kWritten);
    EXPECT_EQ(first.text.substr(first.text.find('\n') + 1), "a: 1\n");
    EXPECT_EQ(DecideOwned(first.text, "a: 1\n").action, FileAction::kUpToDate);
    const FileDecision next = DecideOwned(first.text, "a: 2\n");
    EXPECT_EQ(next.action, FileAction::kWritten);
    EXPECT_EQ(DecideOwned(next.text, "a: 2\n").action, FileAction::kUpToDate);
    const FileDecision edited = DecideOwned(first.text + "b: 1\n", "a: 1\n");
    EXPECT_EQ(edited.action, FileAction::kLeft);
    EXPECT_EQ(DecisionText(edited), "left as it is: it was edited; remove it to get ours");
    EXPECT_EQ(DecisionText(DecideOwned("mine: 1\n", "a: 1\n")), "left as it is: it is not ours");
    EXPECT_EQ(DecideOwned("", "a: 1\n").action, FileAction::kLeft);
    // Only the first line of ours is no file of ours.
    EXPECT_EQ(DecideOwned(first.text.substr(0, first.text.find('\n')), "").action, FileAction::kLeft);
}

}  // namespace
}  // namespace pto::gen
