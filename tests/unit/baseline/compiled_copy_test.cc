#include "generator/baseline/compiled_copy.h"

#include <gmock/gmock.h>

#include <map>

#include "base/hash.h"
#include "contract/layout.h"
#include "generator/steps/compile_record.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Object Made(const std::string& name, Role role = Role::kAiv) {
    Object object;
    object.recipe = {role, {}};
    object.source = "kernels/aiv/" + name + ".cpp";
    object.path = ".pto-ninja/v/" + name + ".so";
    return object;
}

// Two kernels that share a header, as compiled; `records_` says what the directory's objects were made from.
class DifferingObjectsTest : public testing::Test {
  protected:
    DifferingObjectsTest() {
        compiled_ = {{"kernels/aiv/a.cpp", "A"}, {"kernels/aiv/b.cpp", "B"}, {"kernels/aiv/h.h", "H"}};
        Record("a", {{"A", "kernels/aiv/a.cpp"}, {"H", "kernels/aiv/h.h"}, {"X", "/opt/isa/x.hpp"}});
        Record("b", {{"B", "kernels/aiv/b.cpp"}});
    }

    // Texts for hashes.
    void Record(const std::string& name, const std::vector<RecordedInput>& inputs) {
        CompileRecord record;
        for (const RecordedInput& input : inputs) record.inputs.push_back({ContentHash(input.hash), input.path});
        records_[RecordOf(".pto-ninja/v/" + name + ".so")] = CompileRecordText(record);
    }

    std::vector<std::string> Differing(const std::vector<Object>& objects = {Made("a"), Made("b")}) {
        const auto find = [](const std::map<std::string, std::string>& map, const std::string& path) {
            const auto found = map.find(path);
            return found == map.end() ? std::nullopt : std::optional(found->second);
        };
        const auto hash = [&](const std::string& path) {
            const std::optional<std::string> text = find(compiled_, path);
            return text ? std::optional(ContentHash(*text)) : std::nullopt;
        };
        return DifferingObjects(objects, hash, [&](const std::string& path) { return find(records_, path); });
    }

    std::map<std::string, std::string> compiled_;  // text by path
    std::map<std::string, std::string> records_;
};

TEST_F(DifferingObjectsTest, NoneAsCompiled) {
    EXPECT_THAT(Differing(), IsEmpty());
}

TEST_F(DifferingObjectsTest, OfAnEditedSourceOrHeader) {
    Record("b", {{"B2", "kernels/aiv/b.cpp"}});
    EXPECT_THAT(Differing(), ElementsAre(".pto-ninja/v/b.so"));
    Record("a", {{"A", "kernels/aiv/a.cpp"}, {"H2", "kernels/aiv/h.h"}});
    EXPECT_THAT(Differing(), ElementsAre(".pto-ninja/v/a.so", ".pto-ninja/v/b.so"));
}

TEST_F(DifferingObjectsTest, OfANewHeaderAnotherSourceOrNoRecord) {
    Record("a", {{"A", "kernels/aiv/a.cpp"}, {"N", "kernels/aiv/new.h"}});
    EXPECT_THAT(Differing(), ElementsAre(".pto-ninja/v/a.so"));
    Record("a", {{"A", "kernels/aiv/other.cpp"}});
    EXPECT_THAT(Differing(), ElementsAre(".pto-ninja/v/a.so"));
    records_.clear();
    EXPECT_THAT(Differing(), ElementsAre(".pto-ninja/v/a.so", ".pto-ninja/v/b.so"));
}

TEST_F(DifferingObjectsTest, WhatIsNotMadeFromTheSourcesIsShared) {
    records_.clear();
    EXPECT_THAT(Differing({Made("adapter", Role::kAdapter), Made("common", Role::kRuntimeSource),
                           Made("headers", Role::kAivPrefix)}),
                IsEmpty());
}

TEST(IsPartOfCopy, WhatIsCompiledOrSaysHow) {
    for (const char* path : {"kernels/aiv/a.cpp", "orchestration/o.cpp", "kernel_config.py", "compiled_meta.json",
                             "next_levels/x/kernels/aic/k.cpp", "next_levels/x/kernel_config.py"}) {
        EXPECT_TRUE(IsPartOfCopy(path)) << path;
    }
    for (const char* path :
         {"golden.py", "ptoas/a.pto", "ptoas/a.cpp", "next_levels/x/ptoas/a.pto", "next_levels/x/golden.py"}) {
        EXPECT_FALSE(IsPartOfCopy(path)) << path;
    }
}

}  // namespace
}  // namespace pto::gen
