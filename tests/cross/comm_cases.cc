// Communication between ranks, as far as one rank can try it: windows of other ranks are ordinary memory.
#include "tests/cross/operands.h"

namespace pto::cross {
namespace {

Case CopyCase(const std::string& instruction, const std::string& element, const std::string& label,
              const std::string& call) {
    Case one;
    one.instruction = instruction;
    one.label = element + " " + label;
    one.call = call;
    Values finite;
    finite.fill = Fill::kFinite;
    one.operands = {With(Global("to", element, 2048, "1, 2, 1, 8, 20", "1024, 600, 600, 40, 1"), finite),
                    With(Global("from", element, 2048, "1, 2, 1, 8, 20", "1024, 512, 512, 32, 1"), finite),
                    Scratch(Tile("ping", element, 16, 32)), Scratch(Tile("pong", element, 16, 32))};
    one.runs = {{16, 20}};
    return one;
}

// `signals` hold small numbers; what a test answers is written to `answer`.
Case SignalCase(const std::string& instruction, const std::string& label, const std::string& call) {
    Case one;
    one.instruction = instruction;
    one.label = label;
    one.call = call;
    one.operands = {With(Global("signals", "s32", 32, "1, 1, 1, 1, 1", "1, 1, 1, 1, 1"), Range(-2, 2)),
                    Global("answer", "s32", 16, "1, 1, 1, 1, 1", "1, 1, 1, 1, 1")};
    return one;
}

constexpr const char* kComparisons[] = {"EQ", "NE", "GT", "GE", "LT", "LE"};

}  // namespace

std::vector<Case> CommCases() {
    std::vector<Case> cases;
    for (const char* element : {"f32", "f16", "s32", "s8"}) {
        cases.push_back(CopyCase("TPUT", element, "one tile", "comm::TPUT(to, from, ping);"));
        cases.push_back(CopyCase("TPUT", element, "two tiles", "comm::TPUT(to, from, ping, pong);"));
        cases.push_back(CopyCase("TGET", element, "one tile", "comm::TGET(to, from, ping);"));
        cases.push_back(CopyCase("TGET", element, "two tiles", "comm::TGET(to, from, ping, pong);"));
        if (FindElement(element).bytes == 1) continue;
        cases.push_back(CopyCase("TPUT", element, "added", "comm::TPUT<AtomicType::AtomicAdd>(to, from, ping);"));
        cases.push_back(
            CopyCase("TPUT", element, "added at run time", "comm::TPUT(to, from, ping, AtomicType::AtomicAdd);"));
    }
    cases.push_back(SignalCase("TNOTIFY", "set and add",
                               "comm::Signal one(signals.data() + 1); comm::TNOTIFY(one, 5, comm::NotifyOp::Set); "
                               "comm::TNOTIFY(one, -2, comm::NotifyOp::AtomicAdd);"));
    for (const char* comparison : kComparisons) {
        const std::string mode = std::string("comm::WaitCmp::") + comparison;
        cases.push_back(SignalCase("TTEST", comparison,
                                   "for (int i = 0; i < 16; ++i) { comm::Signal one(signals.data() + i); "
                                   "answer.data()[i] = comm::TTEST(one, i % 3 - 1, " +
                                       mode + ") ? 1 : 0; }"));
        // Waits that are over at once.
        cases.push_back(SignalCase("TWAIT", comparison,
                                   "for (int i = 0; i < 16; ++i) { comm::Signal one(signals.data() + i); "
                                   "for (int v = -3; v <= 3; ++v) if (comm::TTEST(one, v, " +
                                       mode + ")) { comm::TWAIT(one, v, " + mode +
                                       "); answer.data()[i] = v; break; } }"));
    }
    cases.push_back(SignalCase("TTEST", "matrix of signals",
                               "comm::Signal2D<2, 3> all(signals.data(), 8); for (int i = 0; i < 16; ++i) "
                               "answer.data()[i] = comm::TTEST(all, i - 8, comm::WaitCmp::GE) ? 1 : 0;"));
    return cases;
}

}  // namespace pto::cross
