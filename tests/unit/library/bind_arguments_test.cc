#include "library/bind_arguments.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/error_of.h"

namespace pto::lib {
namespace {

ProgramImpl Taking(const std::string& dtype) {
    ProgramImpl program;
    program.directory = "/d";
    program.params = {{"w", Direction::kIn, dtype, std::vector<int64_t>{4}, ""}};
    program.run_params = {{"w", run::Direction::kIn, std::vector<int64_t>{4}, FindDType(dtype), dtype}};
    return program;
}

TEST(BindArguments, ATypeThatIsNotKnownIsRefusedByTheCall) {
    std::array<uint8_t, 4> bytes = {1, 2, 3, 0xff};
    const std::vector<Argument> arguments = {View(bytes, {4})};
    const std::string problem =
        "params[0].dtype is 'fp6', the type of parameter 'w', expected a data type that is known, like 'fp32'; use a "
        "pto-ninja that is newer than the PyPTO";
    ProgramImpl program = Taking("fp6");
    EXPECT_EQ(test::ErrorOf([&] { BindArguments(program, arguments); }), "/d/compiled_meta.json: " + problem);
    program.distributed = true;
    EXPECT_EQ(test::ErrorOf([&] { BindArguments(program, arguments); }), "/d/distributed_meta.json: " + problem);
}

TEST(BindArguments, CarriersAreBytesOfEitherName) {
    const std::array<uint8_t, 4> bytes = {1, 2, 3, 0xff};
    for (const char* given : {"fp4", "fp4e2m1x2"}) {
        const std::vector<run::Argument> bound = BindArguments(Taking("fp4e2m1x2"), {View(bytes, given, {4})});
        EXPECT_EQ(bound[0].tensor.dtype->name, "fp4e2m1x2");
        EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), bound[0].tensor.bytes.data()));
    }
}

}  // namespace
}  // namespace pto::lib
