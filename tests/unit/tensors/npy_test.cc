#include "tensors/npy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "tests/support/needs.h"
#include "tests/support/tensor_fixtures.h"

namespace pto {
namespace {

using test::ErrorOf;

constexpr char kNpyRemedy[] = "; write it with numpy.save as a plain little-endian array in C order";

std::string Npy(const std::string& header, const std::string& data = {}) {
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + data;
}

TEST(Npy, WritesAsNumpyDoes) {
    const Tensor tensor = test::FloatTensor("", {2, 1}, {1, 2});
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
    header += std::string(117 - header.size(), ' ') + "\n";
    EXPECT_EQ(NpyBytes(tensor), Npy(header, std::string("\0\0\x80\x3f\0\0\0\x40", 8)));
}

TEST(Npy, ReadsBackEveryTypeAndRank) {
    for (const char* name :
         {"bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "fp16", "fp32", "fp64"}) {
        for (const std::vector<int64_t>& shape : std::vector<std::vector<int64_t>>{{}, {3}, {2, 0, 1}, {2, 3}}) {
            Tensor tensor = MakeTensor("", *FindDType(name), shape);
            for (size_t i = 0; i < tensor.bytes.size(); ++i) tensor.bytes.data()[i] = static_cast<uint8_t>(i);
            const Tensor back = ParseNpy(NpyBytes(tensor), "f");
            EXPECT_EQ(back.dtype->name, name);
            EXPECT_EQ(back.shape, shape);
            EXPECT_EQ(back.bytes, tensor.bytes);
        }
    }
}

TEST(Npy, HasNoNameForTheSmallFloats) {
    const std::string bytes = NpyBytes(MakeTensor("", *FindDType("bfloat16"), {2}));
    EXPECT_NE(bytes.find("'descr': '|V2'"), std::string::npos);
    EXPECT_EQ(ErrorOf([&] { ParseNpy(bytes, "f"); }),
              std::string("f: holds elements of type '|V2', which cannot be read") + kNpyRemedy);
}

TEST(Npy, AcceptsKeysInAnyOrder) {
    const Tensor tensor = ParseNpy(Npy("{'shape': (1,), 'fortran_order': False, 'descr': '|u1'}\n", "\x07"), "f");
    EXPECT_EQ(test::Values(tensor), std::vector<double>{7});
}

TEST(Npy, RefusesOtherFiles) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "is not an npy file"},
        {"PK\x03\x04 and more bytes", "is not an npy file"},
        {std::string("\x93NUMPY\x09\x00\x00\x00\x00\x00", 12), "is an npy file of version 9, expected 1 to 3"},
        {std::string("\x93NUMPY\x01\x00\x40\x00{}", 12), "the npy header is cut short"},
        {Npy("{'descr': '<f4'}"), "the npy header lacks 'descr', 'fortran_order' or 'shape'"},
        {Npy("{'descr': '>f4', 'fortran_order': False, 'shape': ()}"),
         "holds elements of type '>f4', which cannot be read"},
        {Npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"),
         "holds a structured array, expected a plain one"},
        {Npy("{'descr': '<f4', 'fortran_order': True, 'shape': ()}"), "is in Fortran order, expected C order"},
        {Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (x,)}"),
         "the npy header is malformed: expected a size in 'shape'"},
        {Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "1234567"),
         "holds 7 bytes, expected 8 for fp32 [2]"},
        {Npy("{'else': '<f4'}"), "the npy header has the unknown key 'else'"},
        {Npy("{'descr'"), "the npy header is malformed: expected ':'"},
    };
    for (const auto& [content, message] : cases) {
        EXPECT_EQ(ErrorOf([&, text = content] { ParseNpy(text, "f"); }), "f: " + message + kNpyRemedy);
    }
}

TEST(Npy, SurvivesDamage) {
    const std::string good = NpyBytes(test::FloatTensor("", {2, 2}, {1, 2, 3, 4}));
    std::mt19937 random(3);
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string bad = good.substr(0, good.size() - random() % 2 * (random() % good.size()));
        if (!bad.empty()) bad[random() % bad.size()] = static_cast<char>(random());
        refused += ErrorOf([&] { ParseNpy(bad, "f"); }) != "no error";
    }
    EXPECT_GT(refused, 1000);
}

TEST(Npy, ReadsWhatNumpyWrote) {
    PTO_NEEDS_DATA("real-outputs");
    const std::string shared = test::SharedRoot();
    int read = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared + "/real-outputs")) {
        if (entry.path().extension() != ".npy") continue;
        const Tensor tensor = ReadNpy(RealFileSystem(), entry.path().string());
        EXPECT_EQ(NpyBytes(tensor), RealFileSystem().Read(entry.path().string())) << entry.path();
        ++read;
    }
    EXPECT_GE(read, 8);
}

}  // namespace
}  // namespace pto
