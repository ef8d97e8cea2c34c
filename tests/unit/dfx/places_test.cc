#include "runtime/dfx/places.h"

#include <gtest/gtest.h>

namespace pto::run {
namespace {

TEST(PlacesTest, ANameMapHasTheNameOfItsDirectoryAsFarAsItFits) {
    EXPECT_EQ(NameMapFile("jit_x"), "name_map_jit_x.json");
    EXPECT_EQ(NameMapFile(std::string(255, 'n')), "name_map_" + std::string(200, 'n') + ".json");
}

}  // namespace
}  // namespace pto::run
