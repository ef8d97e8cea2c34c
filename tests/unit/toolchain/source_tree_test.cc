#include "generator/toolchain/source_tree.h"

#include <gtest/gtest.h>

#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

const std::string kOne = "1111111111111111111111111111111111111111";
const std::string kTwo = "2222222222222222222222222222222222222222";

TEST(HeadCommit, EveryShapeOfCheckout) {
    MemoryFileSystem files;
    // Detached, on a branch that is a file, on one that is packed, in a worktree, in a submodule.
    files.Add("detached/.git/HEAD", kOne + "\n");
    files.Add("branch/.git/HEAD", "ref: refs/heads/main\n").Add("branch/.git/refs/heads/main", kTwo + "\n");
    files.Add("packed/.git/HEAD", "ref: refs/heads/main\n");
    files.Add("packed/.git/packed-refs", "# pack-refs with: peeled fully-peeled sorted\n" + kTwo +
                                             " refs/heads/mainly\n" + kOne + " refs/heads/main\n^" + kTwo + "\n");
    files.Add("worktree/.git", "gitdir: /repo/.git/worktrees/w\n");
    files.Add("/repo/.git/worktrees/w/HEAD", "ref: refs/heads/side\n");
    files.Add("/repo/.git/worktrees/w/commondir", "../..\n");
    files.Add("/repo/.git/worktrees/w/../../refs/heads/side", kOne + "\n");
    files.Add("module/.git", "gitdir: ../.git/modules/m\n").Add("module/../.git/modules/m/HEAD", kTwo + "\n");
    EXPECT_EQ(HeadCommit(files, "detached"), kOne);
    EXPECT_EQ(HeadCommit(files, "branch"), kTwo);
    EXPECT_EQ(HeadCommit(files, "packed"), kOne);
    EXPECT_EQ(HeadCommit(files, "worktree"), kOne);
    EXPECT_EQ(HeadCommit(files, "module"), kTwo);
}

TEST(HeadCommit, WhatIsNoCheckoutHasNone) {
    MemoryFileSystem files;
    files.AddDirectory("plain");
    files.Add("odd/.git", "not a pointer");
    files.Add("empty/.git/HEAD", "");
    files.Add("unborn/.git/HEAD", "ref: refs/heads/main\n");
    files.Add("short/.git/HEAD", kOne.substr(1));
    files.Add("secret/.git/HEAD", kOne);
    files.MakeUnreadable("secret/.git/HEAD");
    for (const char* root : {"plain", "odd", "empty", "unborn", "short", "secret", "nowhere"}) {
        EXPECT_EQ(HeadCommit(files, root), "") << root;
    }
}

TEST(SourceTree, TextAndPin) {
    const SourceTree clean{"/isa", "PTO_ISA_ROOT", kOne, true};
    const SourceTree dirty{"/isa", "PTO_ISA_ROOT", kOne, false};
    const SourceTree none{"/isa", "PTO_ISA_ROOT", "", false};
    EXPECT_EQ(TreeText(clean), "111111111111");
    EXPECT_EQ(TreeText(dirty), "111111111111 with local changes");
    EXPECT_EQ(TreeText(none), "no git checkout");
    EXPECT_EQ(PinProblem(clean, kOne), "");
    EXPECT_EQ(PinProblem(clean, kTwo), "PTO-ISA is 111111111111, expected 222222222222, the runtime's pto_isa.pin");
    EXPECT_EQ(PinProblem(dirty, kOne),
              "PTO-ISA is 111111111111 with local changes, expected 111111111111, the runtime's pto_isa.pin");
    EXPECT_EQ(PinProblem(none, kOne), "PTO-ISA is no git checkout, expected 111111111111, the runtime's pto_isa.pin");
}

}  // namespace
}  // namespace pto::gen
