// Programs reloaded from a compiled directory: their parameters, what is out of date about them, and calls.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_ninja/build.h"
#include "pto_ninja/error.h"
#include "pto_ninja/export.h"
#include "pto_ninja/tensor.h"

namespace pto {

enum class Direction { kIn, kOut, kInOut };

struct Param {
    std::string name;
    Direction direction = Direction::kIn;
    std::string dtype;
    // None: a scalar. A dimension of -1 takes any size.
    std::optional<std::vector<int64_t>> shape;
    // "ND", "NZ", ...; empty if it was not recorded. Of NZ, `shape` is the logical one, [R, C] or [B, R, C], that a
    // call takes, and the elements lie in blocks of 16 rows and 32 bytes, column of blocks after column of blocks.
    std::string layout;
};

// Something that the next call would not see: it runs what was built before.
struct StaleItem {
    std::string name;    // "scale": a binary; "ptoas/gate.pto", "kernel_config.py": a source; "platform", "devices"
    std::string reason;  // "'kernels/aiv/scale.cpp' changed"
    std::string cause;   // "source": one of the words in docs/files.md, under last_run.json

    bool operator==(const StaleItem&) const = default;
};

struct CallOptions {
    // Of one run; 0: none.
    double timeout_seconds = 600;
    // Host threads of the embedded runtime; 0: as many as there are processors.
    int workers = 0;
    // That runs an undistributed program on a device.
    int device = 0;
    // debug, info, timing, warn, error or null; empty: warn. Of the program's own messages.
    std::string log_level;
    // Gets these messages, a line each, from any thread; null: they are dropped.
    std::function<void(std::string_view line)> log;
    // Called on another thread when the time is over and the program cannot be left, which is rare: it has to end the
    // process. Null: the Error is printed and the process exits with 3.
    std::function<void(const Error& error)> on_hang;
};

namespace lib {
struct ProgramImpl;
}

// What one-chip and distributed programs have in common. A value: copies are cheap and are the same program. The
// functions may be called from any thread; runs are made one after the other, in the whole process.
class PTO_NINJA_API Program {
  public:
    // As it was given.
    const std::string& directory() const;
    // The one to run on: as recorded, or as it was asked for.
    const std::string& platform() const;
    // "Ascend910B" or "Ascend950": the chip of the platform.
    const std::string& backend() const;
    // In the order of the arguments.
    const std::vector<Param>& params() const;
    // Of a distributed program, one rank each; none otherwise.
    const std::vector<int64_t>& device_ids() const;
    // What FromDir read without complaint and thinks worth telling, a line each: "compiled_meta.json: schema is 4,
    // newer than ..". The same as `pto-ninja info` has under `note`.
    const std::vector<std::string>& notes() const;

    // What has changed since the binaries were built, binaries that were never built, and a build for another platform
    // or other devices; empty: a call runs what is on disk. Looks at contents, writes nothing. Tools are those that the
    // build recorded: a compiler, PTO-ISA or a runtime that is another one now is an item.
    std::vector<StaleItem> Stale() const;

    // Builds what Stale() names, for this platform and these devices.
    BuildResult Build(const BuildOptions& options = {}) const;

    // Runs what was built last, stale or not; builds nothing. One argument for each parameter, in order; outputs are
    // written in place. Throws an input Error for arguments that do not fit, for binaries that are missing and for a
    // build for another platform or other devices; a toolchain Error when the run fails or takes too long: what outputs
    // hold then is undefined. A kernel that crashes takes the process with it; Replay (replay.h) runs in one of its
    // own. Every call loads the binaries, so one after a build runs the new ones.
    void Call(const std::vector<Argument>& arguments, const CallOptions& options = {}) const;

    // program(a, b, c, 1.5)
    template <typename... Values>
    void operator()(Values&&... values) const {
        Call({Argument(std::forward<Values>(values))...});
    }

    // Of the library.
    const lib::ProgramImpl& impl() const { return *impl_; }

  protected:
    explicit Program(std::shared_ptr<const lib::ProgramImpl> impl) : impl_(std::move(impl)) {}

  private:
    std::shared_ptr<const lib::ProgramImpl> impl_;
};

struct FromDirOptions {
    std::string platform;  // a2a3, a2a3sim, a5 or a5sim instead of the recorded one
    std::string backend;   // Ascend910B or Ascend950 instead of the recorded one: changes the platform's chip
};

// A program for one chip.
class PTO_NINJA_API CompiledProgram : public Program {
  public:
    // Reads the metadata of a build_output/<jit_dir>, or of a next_levels/<name> of a directory with several
    // orchestrations: compiled_meta.json and kernel_config.py. Builds nothing and writes nothing. Throws an input Error
    // that names file, field and remedy for a sidecar that is missing, truncated, mis-typed or of another schema; for a
    // directory with several orchestrations, which has no sidecar of its own, naming those; and for a distributed one.
    static CompiledProgram FromDir(const std::string& directory, const FromDirOptions& options = {});

  private:
    using Program::Program;
};

struct DistributedFromDirOptions {
    std::string platform;
    std::string backend;
    std::vector<int64_t> device_ids;  // instead of the recorded ones
};

// A program that a host orchestration runs on several ranks.
class PTO_NINJA_API DistributedCompiledProgram : public Program {
  public:
    // The same for a directory with orchestration/host_orch.py and distributed_meta.json.
    static DistributedCompiledProgram FromDir(const std::string& directory,
                                              const DistributedFromDirOptions& options = {});

  private:
    using Program::Program;
};

}  // namespace pto
