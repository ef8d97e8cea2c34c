// A scratch folder with copies of compiled directories, and our real programs and the real ninja to run on them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/process.h"
#include "tests/support/temp_space.h"
#include "tests/support/translator/generation.h"

namespace pto::test {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string err;

    std::string All() const { return out + err; }
    bool Has(const std::string& text) const { return All().find(text) != std::string::npos; }
};

using Environment = std::vector<std::string>;  // "NAME=value"

class Workspace {
  public:
    // Copies with their times set as the compiler leaves them: .pto, then ptoas/*.cpp, then the rest.
    std::string CopyExample(const std::string& name, const std::string& as = {});
    // From the reference data: a test that calls it begins with PTO_NEEDS_DATA("corpus").
    std::string CopyReference(const std::string& name, const std::string& as = {});
    // As another generation of PyPTO writes it.
    std::string CopyTranslated(const std::string& name, const PyptoGeneration& generation, const std::string& as);
    // Where a reference directory lies; nothing is written there.
    static std::string ReferencePath(const std::string& name);

    Outcome Generate(const std::string& directory, const std::vector<std::string>& flags = {},
                     const Environment& env = {});
    Outcome Ninja(const std::string& directory, const std::vector<std::string>& arguments, const Environment& env = {});
    Outcome Tool(const std::vector<std::string>& command, const std::string& cwd = {}, const Environment& env = {});

    // Generates, then ninja replay; both outcomes' texts together, the replay's exit code.
    Outcome Replay(const std::string& directory, const Environment& env = {});

    // Names that the last build compiled, sorted.
    std::vector<std::string> Compiled(const std::string& directory);

    std::string Path(const std::string& relative) const { return space_.Path(relative); }
    TempSpace& space() { return space_; }

  private:
    std::string Copy(const std::string& from, const std::string& as);

    TempSpace space_;
};

std::string ReadFile(const std::string& path);
Json ReadJson(const std::string& path);
void WriteFile(const std::string& path, const std::string& text);
// Replaces every occurrence; fails the test when there is none.
void EditFile(const std::string& path, const std::string& from, const std::string& to);

// Value of "last_run.json"'s key `name`, as JSON text.
std::string LastRun(const std::string& directory, const std::string& name);

}  // namespace pto::test
