// Doubles for pto-replay: a runner that computes with a function of the test's, and a clock that the test moves.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/core/changed_inputs.h"
#include "runtime/core/clock.h"
#include "runtime/core/runner.h"

namespace pto::test {

class FakeClock : public run::Clock {
  public:
    int64_t NowNs() override { return now_ns; }
    int64_t UnixSeconds() override { return unix_seconds; }

    int64_t now_ns = 0;
    int64_t unix_seconds = 1'787'307'072;  // 2026-08-21T10:11:12Z
};

// What the runners of one test did, in order, and what their program computes.
struct FakeProgram {
    std::function<void(std::vector<run::Argument>&)> body = [](std::vector<run::Argument>&) {};
    std::vector<std::string> calls;  // "create", "place", "reset", "execute", "fetch"
    std::function<void()> unload = [] {};
    run::RunnerOptions options;         // of the last creation
    std::vector<run::Argument> memory;  // the program's own copy
};

class FakeRunner : public run::Runner {
  public:
    explicit FakeRunner(FakeProgram& program) : program_(program) { program_.calls.emplace_back("create"); }
    ~FakeRunner() override { program_.unload(); }

    void Place(const std::vector<run::Argument>& arguments) override {
        program_.calls.emplace_back("place");
        program_.memory = arguments;
    }
    void Reset(const std::vector<run::Argument>& arguments) override {
        program_.calls.emplace_back("reset");
        for (size_t i = 0; i < arguments.size(); ++i) {
            if (changed_.NeedsCopy(arguments, i)) program_.memory[i].tensor = arguments[i].tensor;
        }
    }
    std::vector<size_t> FindChangedInputs(const std::vector<run::Argument>& arguments) override {
        changed_.Look(arguments, [this](size_t i) { return program_.memory[i].tensor.bytes.data(); });
        return changed_.All();
    }
    void Execute() override {
        program_.calls.emplace_back("execute");
        program_.body(program_.memory);
    }
    void Fetch(std::vector<run::Argument>& arguments) override {
        program_.calls.emplace_back("fetch");
        for (size_t i = 0; i < arguments.size(); ++i) {
            if (run::IsOutput(arguments[i].direction)) arguments[i].tensor = program_.memory[i].tensor;
        }
    }

  private:
    FakeProgram& program_;
    run::ChangedInputs changed_;
};

inline run::RunnerFactory FakeFactory(FakeProgram& program) {
    return [&program](const run::Manifest&, const run::Entry&, const run::RunnerOptions& options) {
        program.options = options;
        return std::make_unique<FakeRunner>(program);
    };
}

}  // namespace pto::test
