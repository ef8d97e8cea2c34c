#include "runtime/bench/machine_warnings.h"

#include <gmock/gmock.h>

namespace pto::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

HostInfo QuietMachine() {
    HostInfo host;
    host.cpus = 4;
    host.load_average = {3.9, 9, 9};
    host.governors = {"performance"};
    return host;
}

std::vector<std::string> WarningsOf(const HostInfo& host, const std::vector<double>& samples_us) {
    return MachineWarnings(host, samples_us, {});
}

TEST(MachineWarningsTest, AQuietMachineNeedsNone) {
    const std::vector<double> steady(60, 1000);
    EXPECT_THAT(WarningsOf(QuietMachine(), steady), IsEmpty());
    EXPECT_THAT(WarningsOf({}, steady), IsEmpty());
    EXPECT_THAT(WarningsOf(QuietMachine(), {}), IsEmpty());
}

TEST(MachineWarningsTest, TellOfAGovernorThatChangesTheFrequency) {
    HostInfo host = QuietMachine();
    host.governors = {"performance", "powersave"};
    EXPECT_THAT(WarningsOf(host, std::vector<double>(60, 1000)),
                ElementsAre("processors are governed by 'powersave', not 'performance': their frequency may change "
                            "between rounds"));
}

TEST(MachineWarningsTest, TellOfOtherPrograms) {
    HostInfo host = QuietMachine();
    host.load_average = {4.25, 0, 0};
    EXPECT_THAT(WarningsOf(host, std::vector<double>(60, 1000)),
                ElementsAre("the load average is 4.2 on 4 processors: other programs compete with the rounds"));
    host.cpus = 1;
    EXPECT_THAT(WarningsOf(host, std::vector<double>(60, 1000)),
                ElementsAre("the load average is 4.2 on 1 processor: other programs compete with the rounds"));
}

TEST(MachineWarningsTest, TellOfRoundsThatBecomeSlower) {
    std::vector<double> samples(60, 1000);
    for (size_t i = 40; i < 60; ++i) samples[i] = 1100;
    EXPECT_THAT(WarningsOf(QuietMachine(), samples),
                ElementsAre("the last third of the rounds took 1.10 times as long as the first (1100.0 us, 1000.0 us): "
                            "the machine's speed changed meanwhile"));
    for (size_t i = 40; i < 60; ++i) samples[i] = 1040;
    EXPECT_THAT(WarningsOf(QuietMachine(), samples), IsEmpty());
    EXPECT_THAT(WarningsOf(QuietMachine(), std::vector<double>{5000, 6000, 9000}), IsEmpty());
}

TEST(MachineWarningsTest, TellOfRoundsThatAreOverTooSoon) {
    EXPECT_THAT(
        WarningsOf(QuietMachine(), std::vector<double>(100, 15)),
        ElementsAre("all rounds together took 1.5 ms, one disturbance outlasts them: --min-time 1 adds rounds"));
}

}  // namespace
}  // namespace pto::run
