// docs/files.md against real runs: each field of last_run.json and of the files of benchmarks and comparisons is
// described with its type, and each field that is described is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "tests/e2e/support/document.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::IsEmpty;

struct Field {
    std::set<std::string> types;
    std::string there;       // "always", or when
    bool elsewhere = false;  // what is in it is described in another table
};
using Fields = std::map<std::string, Field>;

// "| `field` | type or null | unit | there | meaning |" below `heading`.
Fields Described(const std::string& heading) {
    Fields fields;
    const Document document = ParseDocument(ReadFile(std::string(PTO_SOURCE_DIR) + "/docs/files.md"));
    for (const Table& table : document.tables) {
        if (table.heading != heading || table.head.at(0) != "field") continue;
        for (const std::vector<std::string>& cells : table.rows) {
            Field& field = fields[cells.at(0).substr(1, cells.at(0).size() - 2)];
            for (const std::string_view word : Split(cells.at(1), ' ')) {
                if (word != "or") field.types.emplace(word);
            }
            field.there = cells.at(3);
            field.elsewhere = cells.size() > 4 && cells[4].starts_with("as ");
        }
    }
    return fields;
}

std::string TypeOf(const Json& json) {
    if (json.is_null()) return "null";
    if (json.is_boolean()) return "boolean";
    if (json.is_number_integer()) return "integer";
    if (json.is_number()) return "number";
    if (json.is_string()) return "string";
    return json.is_array() ? "list" : "object";
}

class Checker {
  public:
    explicit Checker(const std::string& heading) : fields_(Described(heading)) {}

    // All of one file. A list is described by what its elements have.
    void Check(const Json& json) { CheckObject("", json); }

    // After all files: what no file had although it is described, by when it should be there.
    std::set<std::string> Unseen() const {
        std::set<std::string> conditions;
        for (const auto& [path, field] : fields_) {
            if (seen_.count(path) == 0) conditions.insert(field.there == "always" ? path : field.there);
        }
        return conditions;
    }

    size_t Count() const { return fields_.size(); }

  private:
    void CheckObject(const std::string& prefix, const Json& json) {
        for (const auto& [key, value] : json.items()) CheckValue(prefix + key, value);
        for (const auto& [path, field] : fields_) {
            const bool here = path.starts_with(prefix) && path.find_first_of(".[", prefix.size()) == std::string::npos;
            if (!here || field.there != "always") continue;
            EXPECT_TRUE(json.contains(path.substr(prefix.size()))) << path << " is missing";
        }
    }

    void CheckValue(const std::string& path, const Json& value) {
        const auto found = fields_.find(path);
        ASSERT_NE(found, fields_.end()) << path << " is not described: " << value.dump();
        seen_.insert(path);
        const std::set<std::string>& types = found->second.types;
        const std::string type = TypeOf(value);
        EXPECT_TRUE(types.count(type) != 0 || (type == "integer" && types.count("number") != 0))
            << path << " is " << type << ", described is another type: " << value.dump();
        if (found->second.elsewhere) return;
        if (value.is_object()) CheckObject(path + ".", value);
        for (const Json& element : value.is_array() ? value : Json::array()) {
            if (element.is_object()) CheckObject(path + "[].", element);
        }
    }

    Fields fields_;
    std::set<std::string> seen_;
};

constexpr char kFilesHooks[] = R"(#include <pto_ninja/replay_hooks.h>

void UserCompare(const pto_ninja::Arguments& args) { pto_ninja::ExpectClose(args["y"], args["x"].Values(), 0, 1e6); }
)";

class DocumentedFilesTest : public testing::Test {
  protected:
    Json Read(const std::string& file) { return ReadJson(directory_ + "/" + file); }

    // Builds and runs a target; its record is checked.
    void Go(const std::string& target, const std::string& flags, int code) {
        const Outcome outcome = work_.Ninja(directory_, {target}, {"PTO_REPLAY_FLAGS=--rounds 10 --warmup 1 " + flags});
        ASSERT_EQ(outcome.exit_code, code) << outcome.All();
        last_run_.Check(Read(".pto-ninja/last_run.json"));
    }

    void Copy(const std::string& example) {
        directory_ = work_.CopyExample(example);
        ASSERT_EQ(work_.Generate(directory_).exit_code, 0);
    }

    void EditKernel(const std::string& from, const std::string& to) {
        EditFile(directory_ + "/kernels/aiv/scale_shift.cpp", from, to);
    }

    Workspace work_;
    std::string directory_;
    Checker last_run_{"last_run.json"};
};

TEST_F(DocumentedFilesTest, LastRun) {
    ASSERT_GT(last_run_.Count(), 60u);
    Copy("scale_shift");
    EditKernel("tile, 1.0f", "tile, 1.5f");
    WriteFile(directory_ + "/debug/replay_hooks.cpp", kFilesHooks);
    Go("replay", "", 1);
    EditKernel("tile, 1.5f", "tile, 1.0f");
    Go("replay", "--no-golden --swimlane --no-hooks", 0);
    Go("benchmark", "", 0);
    Go("compare", "", 0);
    EditFile(directory_ + "/golden.py", "import", "import  ");
    ASSERT_EQ(work_.Ninja(directory_, {"kernels"}).exit_code, 0);
    last_run_.Check(Read(".pto-ninja/last_run.json"));
    EXPECT_THAT(last_run_.Unseen(), IsEmpty());
}

TEST_F(DocumentedFilesTest, BenchmarksAndComparisons) {
    PTO_NEEDS(MissingPython());  // a distributed program is recorded
    Checker benchmark("Benchmarks");
    Checker comparison("Comparisons");
    ASSERT_GT(benchmark.Count(), 50u);
    ASSERT_GT(comparison.Count(), 10u);
    Copy("scale_shift");
    Go("benchmark", "", 0);
    WriteFile(work_.Path("old.json"), ReadFile(directory_ + "/bench_outputs/latest.json"));
    Go("benchmark", "--baseline " + work_.Path("old.json"), 0);
    benchmark.Check(Read("bench_outputs/latest.json"));
    Go("compare", "", 0);
    comparison.Check(Read("bench_outputs/latest_compare.json"));
    EXPECT_THAT(comparison.Unseen(), IsEmpty());
    std::set<std::string> elsewhere = {"with a device's clock"};
    Copy("neighbour_sum");
    Go("benchmark", "", 0);
    benchmark.Check(Read("bench_outputs/latest.json"));
    EXPECT_EQ(benchmark.Unseen(), elsewhere);
}

}  // namespace
}  // namespace pto::test
