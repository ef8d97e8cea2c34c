// A compiled directory with two .pto units, a ptoas and a compiler of its own, and what is known of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/process.h"

namespace pto::walk {

inline const std::vector<std::string> kUnits = {"scale", "floor_at"};

// What a run ended with: its exit code and the bytes of its outputs.
struct Ending {
    int exit_code = -1;
    std::string outputs;
    std::string text;  // of the build and the report

    bool SameAs(const Ending& other) const { return exit_code == other.exit_code && outputs == other.outputs; }
};

class World {
  public:
    // Everything below `space`, which is made anew; compiles are kept in `cache`.
    World(std::string space, std::string cache);

    std::string Path(const std::string& name) const { return directory_ + "/" + name; }
    static std::string Kernel(const std::string& unit) { return "kernels/aiv/" + unit + ".cpp"; }
    std::string Read(const std::string& name) const;
    void Write(const std::string& name, const std::string& text) const;
    bool Exists(const std::string& name) const;
    // Seconds from now; negative: ago.
    void Date(const std::string& name, int seconds) const;

    static std::string PtoText(const std::string& unit, int gain);
    std::string RawText(const std::string& unit, int gain) const;
    // What ptoas makes of the .pto as it is, and the splice of that in the kernel as it is; nothing where ptoas refuses
    // it.
    std::optional<std::string> ExpectedRaw(const std::string& unit) const;
    std::optional<std::string> ExpectedKernel(const std::string& unit) const;

    // For what is started by hand. `outputs` is where a run saves them.
    std::vector<std::string> Environment(bool splices, const std::string& outputs) const;
    ProcessResult Generate(const std::vector<std::string>& flags) const;
    ProcessResult Tool(const std::vector<std::string>& arguments) const;
    Ending Replay();
    void ReplayKilled(double seconds) const;
    // The sources as they are, built and run in a folder of their own without a splice.
    Ending FromScratch();

    // The directory goes on under another name.
    void Move(bool copy);

    bool ptoas_away = false;
    std::string platform = "a2a3sim";
    // The content of each .pto that its kernel's body is known to be up to date with; nothing: not known.
    std::map<std::string, std::optional<std::string>> handled;
    std::map<std::string, std::string> bodies;  // after the last splice
    std::map<std::string, bool> edited_body;    // when the state was lost, it was not what the raw text makes

  private:
    Ending End(const ProcessResult& result, const std::string& outputs) const;

    std::string space_;
    std::string cache_;
    std::string directory_;
    int moves_ = 0;
    std::map<std::string, std::string> templates_;
    std::map<std::string, Ending> known_;  // from scratch, by all that goes into it
};

}  // namespace pto::walk
