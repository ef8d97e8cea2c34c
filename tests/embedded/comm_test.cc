// Signals and copies between ranks, flags between cores, and what a kernel asks about itself.
#include "support.h"

namespace embedded_test {
namespace {

namespace comm = pto::comm;

TEST(Comm, SignalsAndCopies) {
    std::vector<int32_t> cells = {0, 0, 0, 0};
    comm::Signal signal(cells.data() + 1);
    comm::TNOTIFY(signal, 3, comm::NotifyOp::Set);
    comm::TNOTIFY(signal, 2, comm::NotifyOp::AtomicAdd);
    EXPECT_EQ(cells, (std::vector<int32_t>{0, 5, 0, 0}));
    comm::TWAIT(signal, 5, comm::WaitCmp::GE);
    comm::Signal2D<2, 2> grid(cells.data());
    EXPECT_FALSE(comm::TTEST(grid, 1, comm::WaitCmp::GE));
    EXPECT_TRUE(comm::TTEST(grid, 0, comm::WaitCmp::GE));

    std::vector<float> from = {1, 2, 3, 4, 5, 6}, to(8, 0.0f);
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 3>, pto::Stride<6, 6, 6, 3, 1>> src(from.data());
    pto::GlobalTensor<float, pto::Shape<1, 1, 1, 2, 3>, pto::Stride<8, 8, 8, 4, 1>> dst(to.data());
    VecTile<float, 1, 8> tile(1, 8);
    comm::TPUT(dst, src, tile);
    EXPECT_EQ(to, (std::vector<float>{1, 2, 3, 0, 4, 5, 6, 0}));
    comm::TPUT<pto::AtomicType::AtomicAdd>(dst, src, tile);
    EXPECT_EQ(to, (std::vector<float>{2, 4, 6, 0, 8, 10, 12, 0}));
    comm::TGET(dst, src, tile);
    EXPECT_EQ(to, (std::vector<float>{1, 2, 3, 0, 4, 5, 6, 0}));
}

TEST(Comm, AWaitGivesTheProcessorAwayAndCanBeStopped) {
    FakeCore core;
    comm::Signal signal(reinterpret_cast<int32_t*>(core.global()));
    EXPECT_EQ(FaultOf([&] { comm::TWAIT(signal, 1, comm::WaitCmp::EQ); }), "stopped");
}

TEST(Comm, FlagsBetweenCores) {
    FakeCore core;
    ffts_cross_core_sync(PIPE_FIX, getFFTSMsg(FFTS_MODE_VAL, 5));
    set_ffts_base_addr(0);
    set_ffts_base_addr(core.global());
    ffts_cross_core_sync(PIPE_MTE3, getFFTSMsg(0, 15, 1));
    wait_flag_dev(7);
    wait_flag_dev(PIPE_V, 8);
    set_intra_block(PIPE_FIX, 4);
    set_intra_block(PIPE_FIX, 4 + 16);
    wait_intra_block(PIPE_V, 4);
    pto::SYNCALL<pto::SyncCoreType::Mix>();
    EXPECT_EQ(core.log, "set 2 5;set 0 15;wait 7;wait 8;set 2 4;wait 4;all;");
    EXPECT_EQ(FaultOf([] { ffts_cross_core_sync(PIPE_FIX, getFFTSMsg(FFTS_MODE_VAL, 5, 2)); }),
              "ffts_cross_core_sync: the message has count 2, a flag is set once at a time here");
    EXPECT_EQ(get_block_idx(), 3u);
    EXPECT_EQ(get_block_num(), 5u);
    EXPECT_EQ(get_subblockid(), 1u);
    EXPECT_EQ(get_subblockdim(), 2u);
}

TEST(Comm, WithoutACoreAKernelIsTheOnlyBlock) {
    EXPECT_EQ(get_block_idx(), 0u);
    EXPECT_EQ(get_block_num(), 1u);
    EXPECT_EQ(get_subblockdim(), 1u);
}

}  // namespace
}  // namespace embedded_test
