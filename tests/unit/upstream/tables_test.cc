// What has to agree with the tables of upstream/ outside them.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file_system.h"
#include "runtime/embedded/platform.h"
#include "tests/support/error_of.h"
#include "upstream/files.h"
#include "upstream/platforms.h"
#include "upstream/runtimes.h"

namespace pto {
namespace {

using Words = std::vector<std::string>;

TEST(UpstreamTables, EachIsNamedInTheDocument) {
    const RealFileSystem files;
    const std::string root = PTO_SOURCE_DIR;
    const std::string document = files.Read(root + "/docs/following-pypto.md");
    for (const std::string& name : files.List(root + "/upstream")) {
        const std::string stem = name.substr(0, name.find('.'));
        if (!name.ends_with(".h")) continue;
        EXPECT_NE(document.find("`upstream/" + stem), std::string::npos) << name;
    }
}

TEST(UpstreamTables, NamesOfPlatformsBackendsAndRuntimes) {
    EXPECT_EQ(PlatformNames(), (Words{"a2a3", "a2a3sim", "a5", "a5sim"}));
    EXPECT_EQ(BackendNames(), (Words{"Ascend910B", "Ascend950"}));
    EXPECT_EQ(RuntimeNames(), (Words{"tensormap_and_ringbuffer", "host_build_graph", "aicpu_build_graph", "rt2"}));
}

TEST(UpstreamTables, EverySimulatorHasAChipOfTheEmbeddedRuntime) {
    for (const PlatformRow& row : kPlatformRows) {
        const std::string error = test::ErrorOf([&row] { embedded::FindPlatform(row.name); });
        EXPECT_EQ(error == "no error", row.simulator) << row.name << ": " << error;
        EXPECT_EQ(row.name, std::string(row.arch) + (row.simulator ? "sim" : ""));
    }
}

TEST(UpstreamTables, SchemasOfAFileFollowEachOther) {
    const SidecarSchema* before = nullptr;
    for (const SidecarSchema& row : kSidecarSchemas) {
        const bool first = before == nullptr || before->file != row.file;
        EXPECT_EQ(row.number, first ? 1 : before->number + 1);
        EXPECT_TRUE(first || before->since.date < row.since.date) << row.file << row.number;
        before = &row;
    }
}

}  // namespace
}  // namespace pto
