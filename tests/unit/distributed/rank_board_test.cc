#include "runtime/distributed/rank_board.h"

#include <gtest/gtest.h>

#include <thread>

namespace pto::run {
namespace {

TEST(RankBoard, WaitsForWhatIsNotDone) {
    RankBoard board(3);
    EXPECT_TRUE(board.WaitFor({}));
    board.Done(0);
    EXPECT_TRUE(board.WaitFor({0}));
    std::thread other([&] {
        board.Done(1);
        board.Done(2);
    });
    EXPECT_TRUE(board.WaitFor({0, 1, 2}));
    other.join();
    EXPECT_FALSE(board.Failure().has_value());
}

TEST(RankBoard, AFailureEndsEveryWait) {
    RankBoard board(2);
    std::thread other([&] { board.Fail(0, Error(ErrorKind::kToolchain, "broken"), false); });
    EXPECT_FALSE(board.WaitFor({1}));
    other.join();
    EXPECT_TRUE(board.stop());
    EXPECT_FALSE(board.WaitFor({})) << "nothing starts any more";
    EXPECT_STREQ(board.Failure()->what(), "broken");
}

// Whatever the threads' order: the same run, the same message.
TEST(RankBoard, TheFirstInSubmitOrderIsReported) {
    RankBoard board(9);
    board.Fail(7, Error(ErrorKind::kToolchain, "seven"), false);
    board.Fail(2, Error(ErrorKind::kToolchain, "two"), true);
    board.Fail(5, Error(ErrorKind::kInput, "five", "mend it"), false);
    EXPECT_STREQ(board.Failure()->what(), "five; mend it") << "a real failure before a time limit";
}

TEST(RankBoard, EveryRankThatIsNotDoneInTimeIsNamed) {
    RankBoard board(9);
    board.Fail(4, Error(ErrorKind::kToolchain, "rank 1 waits", "raise it"), true);
    EXPECT_FALSE(board.stop()) << "the other ranks say themselves what they wait for, at the same limit";
    EXPECT_FALSE(board.WaitFor({}));
    board.Fail(3, Error(ErrorKind::kToolchain, "rank 0 runs", "raise it"), true);
    EXPECT_STREQ(board.Failure()->what(), "rank 0 runs; rank 1 waits; raise it");
}

}  // namespace
}  // namespace pto::run
